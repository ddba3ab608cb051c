import type { BehindOf, PathsNode } from '../people/people-behind.ts';
import type { ReferenceData, Valued } from './events.reference.ts';
import { brokenDown, shownAs } from './insights.reference.ts';
import { type ShownEvent, waysOf } from './paths.reference.ts';

/** Those who went through a node, or from one to the next: the events of the ways on which they did. */
export function referencePathsPeople(
  { params, point: { node, next } }: BehindOf<'paths'>,
  data: ReferenceData,
): (readonly Valued[])[] {
  const persons = waysOf(params, data);
  const isAt = (way: readonly (ShownEvent | undefined)[], { step, event }: PathsNode): boolean => {
    const own = way[step];
    if (own === undefined) return false;
    if (event !== null) return own.label === event;
    const labels = persons.flat().flatMap((each) => each[step]?.label ?? []);
    const { groups } = brokenDown(
      labels,
      (label) => label,
      (some) => some.length,
    );
    return !groups.slice(0, 10).some(({ name }) => name === shownAs(own.label));
  };
  return persons.map((ways) =>
    ways
      .filter((way) => isAt(way, node) && (next === undefined || isAt(way, next)))
      .flatMap((way) => way.flatMap((own) => own?.event ?? [])),
  );
}
