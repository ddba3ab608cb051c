import type { EventSelection } from '../event-selection.ts';
import type { InsightParams } from '../insight-params.ts';
import { byBytes, passes, type ReferenceData, type Valued, valuedOf, withoutRepeats } from './events.reference.ts';

/**
 * The answers to insights worked out a second time, in the plainest way that can be thought of and with nothing shared
 * with the way they are worked out in a store. Slow, for small sets; tests hold stores against it.
 */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2));

export const isMeant = (name: string, events: EventSelection): boolean => events === null || events.includes(name);
export const labelOf = (events: EventSelection): string => (events === null ? 'Any event' : events.join(', '));

export function chosen(
  { range, filters, unitField }: Pick<InsightParams, 'range' | 'filters' | 'unitField'>,
  data: ReferenceData,
): readonly Valued[] {
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  return withoutRepeats(data.events)
    .filter(({ atMs }) => atMs >= range.fromMs && atMs < range.toMs)
    .map((event) => valuedOf(event, data, unitField))
    .filter((event) => filters.every((filter) => passes(event, filter)));
}

/** What looks like a name of the rest gets a pair of quotes more. */
export function shownAs(value: string): string {
  const bare = value.replaceAll('"', '');
  const isInside = value.includes(bare) && (bare === '(other)' || bare === '(none)');
  return isInside ? `"${value}"` : value;
}

/** The twenty most important values in order, the others together, and what has none. */
export function brokenDown<T>(
  items: readonly T[],
  valueOfItem: (item: T) => string | undefined,
  rank: (some: T[]) => number,
) {
  const byValue = new Map<string | undefined, T[]>();
  for (const item of items) byValue.set(valueOfItem(item), [...(byValue.get(valueOfItem(item)) ?? []), item]);
  const missing = byValue.get(undefined) ?? [];
  byValue.delete(undefined);
  const ordered = [...byValue].sort(([a, of], [b, other]) => rank(other) - rank(of) || byBytes(a ?? '', b ?? ''));
  const groups = [
    ...ordered.slice(0, 20).map(([name, some]) => ({ name: shownAs(name ?? ''), items: some })),
    { name: '(other)', items: ordered.slice(20).flatMap(([, some]) => some) },
    { name: '(none)', items: missing },
  ].filter(({ items: some }) => some.length > 0);
  return { groups };
}

export function byPerson(events: readonly Valued[]): Valued[][] {
  const units = new Set(events.map(({ unit }) => unit).filter((unit) => unit !== undefined));
  return [...units].map((unit) => events.filter((event) => event.unit === unit).sort((a, b) => a.atMs - b.atMs));
}
