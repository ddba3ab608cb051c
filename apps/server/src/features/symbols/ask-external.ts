import type { CrashReport } from '../crashes/report/crash-report.ts';
import type { ExternalSymbolizer, ImageLookup } from './external-symbolizer.ts';
import { placeInImage } from './frame-image.ts';
import type { PlannedStack, ResolvedStack } from './resolve-stack.ts';
import type { ResolvedFrame } from './symbolicated-frame.ts';

const MAX_IMAGES = 20;
const MAX_OFFSETS = 500;

/** Asks for the native frames that no symbol table knew. */
export async function askExternal(
  external: ExternalSymbolizer,
  report: CrashReport,
  planned: readonly PlannedStack[],
  resolved: readonly ResolvedStack[],
): Promise<readonly ResolvedStack[]> {
  const offsetsByImage = new Map<string, Set<number>>();
  const open = planned.map(({ frames }, stack) =>
    frames.map(({ frame, offset }, at) => {
      if (offset === undefined || (resolved[stack]?.frames[at] ?? null) !== null) return undefined;
      const { uuid } = placeInImage(frame, report.images);
      if (uuid === undefined) return undefined;
      const lookedUp = at === 0 ? offset : Math.max(0, offset - 1);
      offsetsByImage.set(uuid, (offsetsByImage.get(uuid) ?? new Set()).add(lookedUp));
      return { uuid, lookedUp, frame };
    }),
  );
  const queries = [...offsetsByImage].slice(0, MAX_IMAGES).map(
    ([uuid, offsets]): ImageLookup => ({
      uuid,
      name: report.images.find((image) => image.uuid === uuid)?.name ?? null,
      offsets: [...offsets].slice(0, MAX_OFFSETS),
    }),
  );
  const responses = await Promise.all(queries.map((params) => external.run(params)));
  const known = new Map(queries.map(({ uuid }, at) => [uuid, responses[at]]));
  return planned.map(({ frames }, stack) => ({
    ...resolved[stack],
    frames: frames.map((_, at): readonly ResolvedFrame[] | null => {
      const asked = open[stack]?.[at];
      const response = asked === undefined ? undefined : known.get(asked.uuid)?.get(asked.lookedUp);
      if (asked === undefined || response === undefined || response.length === 0)
        return resolved[stack]?.frames[at] ?? null;
      return response.map((found) => ({ ...asked.frame, ...found }));
    }),
  }));
}
