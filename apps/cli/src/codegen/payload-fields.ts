import type { ExperimentModel } from './model.ts';
import { type Shape, unionOf } from './shape.ts';

/** Members that payloads of an experiment have, with what they are in any of its variants. */
export function payloadFields({ variants }: ExperimentModel): { name: string; shape: Shape }[] {
  const found = new Map<string, Shape[]>();
  for (const { payload } of variants) {
    for (const { name, shape } of payload.kind === 'object' ? payload.fields : []) {
      found.set(name, [...(found.get(name) ?? []), shape]);
    }
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, shapes]) => ({ name, shape: unionOf(shapes) }));
}
