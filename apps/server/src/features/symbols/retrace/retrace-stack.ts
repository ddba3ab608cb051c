import type { RawFrame } from '../../crashes/grouping/crash-frame.ts';
import { jvmClass } from '../../crashes/grouping/jvm-class.ts';
import type { JvmSymbols } from '../opened-symbols.ts';
import type { ResolvedFrame } from '../symbolicated-frame.ts';
import { type InlineGroup, membersAt } from './members-at.ts';
import type { MappedClass, MappedMember } from './read-class-section.ts';
import { sourceFileFor } from './source-file-for.ts';

/** What stands for one reported frame: undefined for as it is, an empty list for nothing at all. */
export type Retraced = readonly ResolvedFrame[] | undefined;

/**
 * Takes the frames of one stack back to the source, the innermost first. A frame becomes several where methods were
 * inlined, and none where the compiler shared code between methods ("outlines").
 */
export function retraceStack(
  frames: readonly { readonly frame: RawFrame; readonly symbols: JvmSymbols | undefined }[],
  thrown: string | undefined,
): readonly Retraced[] {
  let outlineLine: number | undefined;
  return frames.map(({ frame, symbols }, at) => {
    const { module, function: method } = jvmClass(frame);
    const mapped = module === undefined ? undefined : symbols?.classNamed(module);
    if (symbols === undefined || mapped === undefined) {
      outlineLine = undefined;
      return undefined;
    }
    if (method === undefined) return [{ module: mapped.original, ...fileOf(symbols, mapped, mapped.original, frame) }];
    const line = lineAfterOutline(mapped, method, frame.line, outlineLine);
    outlineLine = undefined;
    const groups = membersAt(mapped.members, method, line);
    if (groups.some((group) => group.some(({ isOutline }) => isOutline))) {
      outlineLine = line;
      return [];
    }
    return framesOf(
      symbols,
      mapped,
      groups,
      { ...frame, ...(line === undefined ? {} : { line }) },
      at === 0 ? thrown : undefined,
    );
  });
}

/** Behind an outline, a frame's line is only good for finding the line that it stands for. */
function lineAfterOutline(
  { members }: MappedClass,
  method: string,
  line: number | undefined,
  outlineLine: number | undefined,
): number | undefined {
  if (outlineLine === undefined || line === undefined) return line;
  for (const group of membersAt(members, method, line)) {
    const mapped = group.find(({ outlineCallsite }) => outlineCallsite !== undefined)?.outlineCallsite?.[outlineLine];
    if (mapped !== undefined) return mapped;
  }
  return line;
}

function framesOf(
  symbols: JvmSymbols,
  mapped: MappedClass,
  groups: readonly InlineGroup[],
  frame: RawFrame,
  thrown: string | undefined,
): readonly ResolvedFrame[] {
  const [group, ...others] = groups;
  if (group === undefined) {
    // The class is known and the method is not: it was kept, or added later.
    return [{ ...frame, module: mapped.original, ...fileOf(symbols, mapped, mapped.original, frame) }];
  }
  const shown = withoutRemoved(withoutSynthesized(group), thrown);
  const outermost = shown.length - 1;
  const ownNames = new Set(shown.map((member) => qualifiedName(mapped, member)));
  const alternatives = [
    ...new Set(others.flatMap((other) => other.slice(-1).map((member) => qualifiedName(mapped, member)))),
  ].filter((name) => !ownNames.has(name));
  return shown.map((member, at) => {
    const holder = member.holder ?? mapped.original;
    const line = others.length > 0 && alternatives.length > 0 ? undefined : originalLine(member, frame.line);
    return {
      module: holder,
      function: member.name,
      ...fileOf(symbols, mapped, holder, frame),
      ...(line === undefined ? {} : { line }),
      ...(at < outermost ? { isInlined: true } : {}),
      ...(at === outermost && alternatives.length > 0 ? { alternatives } : {}),
    };
  });
}

const qualifiedName = (mapped: MappedClass, { holder, name }: MappedMember): string =>
  `${holder ?? mapped.original}.${name}`;

/** What the compiler made up says nothing, unless there is nothing else. */
function withoutSynthesized(group: InlineGroup): InlineGroup {
  const written = group.filter(({ isSynthesized }) => !isSynthesized);
  return written.length === 0 ? group : written;
}

function withoutRemoved(group: InlineGroup, thrown: string | undefined): InlineGroup {
  if (thrown === undefined) return group;
  const rules = group.flatMap(({ rewrites }) => rewrites);
  const rule = rules.find(({ thrown: types }) => types.every((type) => type === thrown));
  return rule === undefined || rule.removedInner >= group.length ? group : group.slice(rule.removedInner);
}

/** Ranges of the source can be shorter than those of the obfuscated code: what is beyond stands on their last line. */
function originalLine({ residual, original }: MappedMember, line: number | undefined): number | undefined {
  if (original === undefined) return line;
  if (original.to === undefined || original.to === original.from) return original.from > 0 ? original.from : undefined;
  if (line === undefined || residual === undefined) return undefined;
  const moved = original.from + (line - residual.from);
  return Math.min(Math.max(moved, original.from), original.to);
}

function fileOf(symbols: JvmSymbols, mapped: MappedClass, original: string, frame: RawFrame): { file?: string } {
  const said = original === mapped.original ? mapped.sourceFile : symbols.sourceFileOf(original);
  const file = said ?? sourceFileFor(original, frame.file);
  return file === undefined ? {} : { file };
}
