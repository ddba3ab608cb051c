import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { TimeseriesParams } from '../timeseries.ts';
import { byBytes, fieldOf, type ReferenceData, textOf, type Valued, withoutRepeats } from './events.reference.ts';
import { chosen, isMeant, labelOf, shownAs } from './insights.reference.ts';

/** Something that is counted: where, for which values of the breakdown, and what of it. */
export interface Item {
  readonly atMs: number;
  readonly values: readonly (string | undefined)[];
  readonly event: Valued;
  readonly seconds: number;
}

export type Between = Extract<TimeseriesParams['range'], { kind: 'between' }>;

export function referenceTimeseries(params: TimeseriesParams, data: ReferenceData) {
  const { range, interval, timezone } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const given = params.buckets?.starts;
  const labelAt = (atMs: number): string => {
    if (given !== undefined) return String(given.findLastIndex((start) => start <= atMs));
    return interval === 'total' ? '' : bucketLabel(atMs, interval, timezone);
  };
  const starts = (given ?? startsOf(params, range)).map((start) => ({ start, label: labelAt(start) }));
  const items = itemsOf(params, data, range);
  const labels = new Map(items.map((item) => [item, labelAt(item.atMs)]));
  const points = (some: readonly Item[]) =>
    starts.map(({ start, label }) => {
      const inside = some.filter((item) => labels.get(item) === label);
      return { bucketIso: new Date(start).toISOString(), value: aggregate(params, inside) };
    });
  const ends = { interval, fromIso: new Date(range.fromMs).toISOString(), toIso: new Date(range.toMs).toISOString() };
  const found = groupsOf(params, items);
  if (found === undefined) {
    return { kind: 'timeseries', series: [{ name: labelOf(params.events), points: points(items) }], ...ends };
  }
  return {
    kind: 'timeseries',
    series: found.groups.map(({ name, breakdown, items: some }) => ({
      name,
      ...(params.breakdown === undefined ? {} : { breakdown }),
      points: points(some),
    })),
    ...ends,
  };
}

export function startsOf({ interval, timezone }: TimeseriesParams, { fromMs, toMs }: Between): readonly number[] {
  if (interval === 'total') return [fromMs];
  if (interval !== 'quarter' && interval !== 'year') return referenceBuckets(fromMs, toMs, interval, timezone);
  // Looking at the clock of every quarter of an hour takes too long: only around where they start by UTC.
  const thisYear = new Date(fromMs).getUTCFullYear();
  const years = [thisYear - 1, thisYear, thisYear + 1];
  const starts = years.flatMap((year) =>
    (interval === 'year' ? [0] : [0, 3, 6, 9]).map((month) => {
      const label = bucketLabel(Date.UTC(year, month, 15), interval, timezone);
      let at = Date.UTC(year, month, 1) - 18 * 3_600_000;
      while (bucketLabel(at, interval, timezone) !== label) at += 900_000;
      return at;
    }),
  );
  const first = Math.max(...starts.filter((start) => start <= fromMs));
  return starts.filter((start) => start >= first && start < toMs);
}

const fieldsOf = ({ breakdown, breakdownField }: TimeseriesParams): readonly string[] =>
  breakdown?.fields ?? (breakdownField === undefined ? [] : [breakdownField]);

export function itemsOf(params: TimeseriesParams, data: ReferenceData, range: Between): readonly Item[] {
  const valuesOf = (event: Valued) => fieldsOf(params).map((field) => textOf(fieldOf(event, field)));
  const itemOf = (event: Valued): Item => ({ atMs: event.atMs, values: valuesOf(event), event, seconds: 0 });
  const matching = (fromMs: number): readonly Item[] =>
    chosen({ ...params, range: { ...range, fromMs } }, data)
      .filter(({ name }) => isMeant(name, params.events))
      .map(itemOf);
  if (params.aggregation.kind === 'first_time') {
    const firsts = firstOfEach(matching(Number.NEGATIVE_INFINITY), ({ event }) => event.unit);
    return firsts.filter(({ atMs }) => atMs >= range.fromMs);
  }
  if (params.aggregation.kind === 'session_duration') {
    return firstOfEach(matching(range.fromMs), ({ event }) => event.session).map((item) => {
      const times = withoutRepeats(data.events)
        .filter(({ atMs, session }) => session === item.event.session && atMs >= range.fromMs && atMs < range.toMs)
        .map(({ atMs }) => atMs);
      return { ...item, atMs: Math.min(...times), seconds: (Math.max(...times) - Math.min(...times)) / 1000 };
    });
  }
  const items = matching(range.fromMs);
  return params.aggregation.kind === 'per_person' ? items.filter(({ event }) => event.unit !== undefined) : items;
}

/** The earliest item of each that there is; of several at once the one with the smallest values. */
function firstOfEach(items: readonly Item[], ownerOf: (item: Item) => string | undefined): readonly Item[] {
  const ordered = [...items].sort((a, b) => a.atMs - b.atMs || compareValues(a.values, b.values));
  const owners = ordered.map(ownerOf);
  return ordered.filter((_, at) => owners[at] !== undefined && owners.indexOf(owners[at]) === at);
}

/** One after the other, what is missing last. */
function compareValues(a: Item['values'], b: Item['values']): number {
  const orders = a.map((value, at) => {
    const other = b[at];
    if (value === undefined || other === undefined) return Number(value === undefined) - Number(other === undefined);
    return byBytes(value, other);
  });
  return orders.find((order) => order !== 0) ?? 0;
}

export const valuesKey = (values: readonly (string | null | undefined)[]): string =>
  JSON.stringify(values.map((value) => value ?? null));

/** The values that are shown by themselves. */
export function shownKeys(params: TimeseriesParams, data: ReferenceData): readonly string[] {
  const { range } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  return groupsOf(params, itemsOf(params, data, range))?.shown ?? [];
}

function groupsOf(params: TimeseriesParams, items: readonly Item[]) {
  const fields = fieldsOf(params);
  if (fields.length === 0) return undefined;
  const missing = valuesKey(fields.map(() => null));
  const found = [...new Set(items.map(({ values }) => valuesKey(values)))].filter((key) => key !== missing);
  const of = (key: string) => items.filter(({ values }) => valuesKey(values) === key);
  const valuesAt = (key: string): Item['values'] =>
    (JSON.parse(key) as (string | null)[]).map((value) => value ?? undefined);
  const ranked = found.sort(
    (a, b) => importance(params, of(b)) - importance(params, of(a)) || compareValues(valuesAt(a), valuesAt(b)),
  );
  const shown = params.breakdown?.values?.map(valuesKey) ?? ranked.slice(0, params.breakdown?.limit ?? 20);
  const rest = found.filter((key) => !shown.includes(key)).flatMap(of);
  const groups = [
    ...shown.map((key) => {
      const breakdown = valuesAt(key).map((value) => (value === undefined ? '(none)' : shownAs(value)));
      return { name: breakdown.join(' · '), breakdown, items: of(key) };
    }),
    { name: '(other)', breakdown: fields.map(() => '(other)'), items: rest },
    { name: fields.map(() => '(none)').join(' · '), breakdown: fields.map(() => '(none)'), items: of(missing) },
  ].filter(({ items: some }) => some.length > 0);
  return { shown, groups };
}

function aggregate({ aggregation }: TimeseriesParams, items: readonly Item[]): number {
  const events = items.map(({ event }) => event);
  switch (aggregation.kind) {
    case 'count':
    case 'first_time':
      return items.length;
    case 'persons':
      return countDistinct(events.map(({ unit }) => unit));
    case 'sessions':
      return countDistinct(events.map(({ session }) => session));
    case 'count_distinct': {
      const { field } = aggregation;
      return countDistinct(
        events.map((event) => (field === 'person_id' ? event.person : textOf(fieldOf(event, field)))),
      );
    }
    case 'per_person': {
      const units = [...new Set(events.map(({ unit }) => unit))].filter((unit) => unit !== undefined);
      return summary(
        aggregation.of,
        units.map((unit) => events.filter((event) => event.unit === unit).length),
      );
    }
    case 'session_duration':
      return summary(
        aggregation.of,
        items.map(({ seconds }) => seconds),
      );
    default:
      return summary(aggregation.kind, numbersOf(aggregation.field, events));
  }
}

const countDistinct = (values: readonly (string | undefined)[]): number =>
  new Set(values.filter((value) => value !== undefined)).size;

const numbersOf = (field: string, events: readonly Valued[]): number[] =>
  events.map((event) => fieldOf(event, field)).filter((value) => typeof value === 'number');

function summary(kind: string, values: readonly number[]): number {
  const numbers = [...values].sort((a, b) => a - b);
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

function importance(params: TimeseriesParams, items: readonly Item[]): number {
  const { aggregation } = params;
  const events = items.map(({ event }) => event);
  if (aggregation.kind === 'per_person') return items.length;
  if (aggregation.kind === 'session_duration') {
    return aggregation.of === 'sum' ? aggregate(params, items) : items.length;
  }
  if ('field' in aggregation && aggregation.kind !== 'count_distinct' && aggregation.kind !== 'sum') {
    return numbersOf(aggregation.field, events).length;
  }
  return aggregate(params, items);
}
