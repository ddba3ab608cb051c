import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { EventSelection } from '../event-selection.ts';
import type { FunnelParams } from '../funnel.ts';
import type { InsightParams } from '../insight-params.ts';
import type { TimeseriesParams } from '../timeseries.ts';
import {
  byBytes,
  fieldOf,
  passes,
  personOf,
  type ReferenceData,
  textOf,
  type Valued,
  withoutRepeats,
} from './events.reference.ts';

/**
 * The answers to insights worked out a second time, in the plainest way that can be thought of and with nothing shared
 * with the way they are worked out in a store. Slow, for small sets; tests hold stores against it.
 */
export const percent = (part: number, whole: number): number =>
  whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2));

export const isMeant = (name: string, events: EventSelection): boolean => events === null || events.includes(name);
const labelOf = (events: EventSelection): string => (events === null ? 'Any event' : events.join(', '));

export function chosen(
  { range, filters }: Pick<InsightParams, 'range' | 'filters'>,
  data: ReferenceData,
): readonly Valued[] {
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  return withoutRepeats(data.events)
    .filter(({ atMs }) => atMs >= range.fromMs && atMs < range.toMs)
    .map((event) => ({ ...event, person: personOf(event, data) }))
    .filter((event) => filters.every((filter) => passes(event, filter)));
}

export function referenceTimeseries(params: TimeseriesParams, data: ReferenceData) {
  const { range, interval, timezone, breakdownField: by } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const events = chosen(params, data).filter(({ name }) => isMeant(name, params.events));
  const starts = referenceBuckets(range.fromMs, range.toMs, interval, timezone);
  const points = (some: readonly Valued[]) =>
    starts.map((start) => {
      const label = bucketLabel(start, interval, timezone);
      const inside = some.filter(({ atMs }) => bucketLabel(atMs, interval, timezone) === label);
      return { bucketIso: new Date(start).toISOString(), value: aggregate(params, inside) };
    });
  const ends = { interval, fromIso: new Date(range.fromMs).toISOString(), toIso: new Date(range.toMs).toISOString() };
  if (by === undefined)
    return { kind: 'timeseries', series: [{ name: labelOf(params.events), points: points(events) }], ...ends };
  const { groups } = brokenDown(
    events,
    (event) => textOf(fieldOf(event, by)),
    (some) => importance(params, some),
  );
  return { kind: 'timeseries', series: groups.map(({ name, items }) => ({ name, points: points(items) })), ...ends };
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

const numbersOf = (field: string, events: readonly Valued[]): number[] =>
  events.map((event) => fieldOf(event, field)).filter((value) => typeof value === 'number');

function aggregate({ aggregation }: TimeseriesParams, events: readonly Valued[]): number {
  if (aggregation.kind === 'count') return events.length;
  const { kind, field } = aggregation;
  if (kind === 'count_distinct') {
    const seen = events.map((event) => (field === 'person_id' ? event.person : textOf(fieldOf(event, field))));
    return new Set(seen.filter((value) => value !== undefined)).size;
  }
  const numbers = numbersOf(field, events).sort((a, b) => a - b);
  if (numbers.length === 0) return 0;
  const sum = numbers.reduce((total, value) => total + value, 0);
  if (kind === 'sum') return sum;
  if (kind === 'average') return sum / numbers.length;
  if (kind === 'min') return numbers[0] ?? 0;
  if (kind === 'max') return numbers.at(-1) ?? 0;
  const place = (Number(kind.slice(1)) / 100) * (numbers.length - 1);
  const [low, high] = [numbers[Math.floor(place)] ?? 0, numbers[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

function importance(params: TimeseriesParams, events: readonly Valued[]): number {
  const { aggregation } = params;
  if (aggregation.kind === 'count' || aggregation.kind === 'count_distinct' || aggregation.kind === 'sum') {
    return aggregate(params, events);
  }
  return numbersOf(aggregation.field, events).length;
}

export function byPerson(events: readonly Valued[]): Valued[][] {
  const persons = new Set(events.map(({ person }) => person).filter((person) => person !== undefined));
  return [...persons].map((person) =>
    events.filter((event) => event.person === person).sort((a, b) => a.atMs - b.atMs),
  );
}

export function referenceFunnel(params: FunnelParams, data: ReferenceData) {
  const { range, steps, windowMs, breakdownField: by } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const isStep = (event: Valued, step: number): boolean => {
    const asked = steps[step];
    return (
      asked !== undefined && isMeant(event.name, asked.events) && asked.filters.every((each) => passes(event, each))
    );
  };
  /** Every chain of so many steps, as the moments of its events. */
  const chains = (events: readonly Valued[], length: number): number[][] => {
    if (length === 0) return [[]];
    return chains(events, length - 1).flatMap((chain) =>
      events
        .filter((event) => isStep(event, length - 1) && event.atMs > (chain.at(-1) ?? Number.NEGATIVE_INFINITY))
        .map(({ atMs }) => [...chain, atMs])
        .filter((longer) => (longer.at(-1) ?? 0) - (longer[0] ?? 0) <= windowMs),
    );
  };
  const persons = byPerson(chosen(params, data)).map((events) => ({
    events,
    tookMs: steps.map((_, step) => {
      const ways = chains(events, step + 1);
      if (ways.length === 0) return undefined;
      const done = Math.min(...ways.map((way) => way.at(-1) ?? 0));
      return done - Math.max(...ways.filter((way) => way.at(-1) === done).map((way) => way.at(-2) ?? done));
    }),
  }));
  const summary = (some: typeof persons) => {
    const counts = steps.map((_, step) => some.filter(({ tookMs }) => tookMs[step] !== undefined).length);
    return {
      steps: steps.map(({ events }, step) => ({
        event: labelOf(events),
        count: counts[step] ?? 0,
        percentage: percent(counts[step] ?? 0, counts[0] ?? 0),
        dropOff: step === 0 ? null : percent((counts[step - 1] ?? 0) - (counts[step] ?? 0), counts[step - 1] ?? 0),
        medianSecondsFromPrevious:
          step === 0
            ? null
            : medianSeconds(some.map(({ tookMs }) => tookMs[step]).filter((took) => took !== undefined)),
      })),
      overallConversion: percent(counts.at(-1) ?? 0, counts[0] ?? 0),
    };
  };
  const begun = persons.filter(({ tookMs }) => tookMs[0] !== undefined);
  const valueOfPerson = ({ events }: (typeof persons)[number]): string | undefined => {
    const firsts = events.filter((event) => isStep(event, 0));
    const earliest = firsts.filter(({ atMs }) => atMs === firsts[0]?.atMs);
    return earliest
      .map((event) => textOf(fieldOf(event, by ?? '')))
      .filter((text) => text !== undefined)
      .sort(byBytes)[0];
  };
  return {
    kind: 'funnel',
    ...summary(persons),
    ...(by === undefined
      ? {}
      : {
          breakdown: brokenDown(begun, valueOfPerson, (some) => some.length).groups.map(({ name, items }) => ({
            name,
            ...summary(items),
          })),
        }),
    conversionWindow: params.conversionWindow,
    fromIso: new Date(range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}

function medianSeconds(times: readonly number[]): number | null {
  if (times.length === 0) return null;
  const sorted = [...times].sort((a, b) => a - b);
  const middle =
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
  return Math.round(middle) / 1000;
}
