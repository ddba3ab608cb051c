import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { EventSelection } from '../event-selection.ts';
import type { InsightParams } from '../insight-params.ts';
import type { PathsParams } from '../paths.ts';
import type { RetentionParams } from '../retention.ts';
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
export const labelOf = (events: EventSelection): string => (events === null ? 'Any event' : events.join(', '));

export function chosen(params: InsightParams, data: ReferenceData): readonly Valued[] {
  const { range } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  return withoutRepeats(data.events)
    .filter(({ atMs }) => atMs >= range.fromMs && atMs < range.toMs)
    .map((event) => ({ ...event, person: personOf(event, data) }))
    .filter((event) => params.filters.every((filter) => passes(event, filter)));
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
function shownAs(value: string): string {
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

/** As everything was before `nowMs`. */
export function referenceRetention(params: RetentionParams, data: ReferenceData, nowMs: number) {
  const { range, interval, timezone } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const starts = referenceBuckets(range.fromMs, range.toMs, interval, timezone);
  const labels = starts.map((start) => bucketLabel(start, interval, timezone));
  const periodOf = ({ atMs }: Valued): number => labels.indexOf(bucketLabel(atMs, interval, timezone));
  const persons = byPerson(chosen(params, data)).map((events) => ({
    first: Math.min(...events.filter(({ name }) => isMeant(name, params.cohortEvents)).map(periodOf)),
    returned: events.filter(({ name }) => isMeant(name, params.returnEvents)).map(periodOf),
  }));
  const known = Math.min(range.toMs, nowMs);
  const isOver = (period: number): boolean =>
    bucketLabel(known, interval, timezone) !== labels[period] && (starts[period] ?? 0) < known;
  return {
    kind: 'retention',
    interval,
    cohorts: starts.map((start, period) => {
      const cohort = persons.filter(({ first }) => first === period);
      return {
        period: new Date(start).toISOString(),
        size: cohort.length,
        retention: starts.slice(period).map((_, later) => {
          if (cohort.length === 0) return null;
          if (later === 0) return 100;
          if (!isOver(period + later)) return null;
          return percent(cohort.filter(({ returned }) => returned.includes(period + later)).length, cohort.length);
        }),
      };
    }),
    fromIso: new Date(range.fromMs).toISOString(),
    toIso: new Date(range.toMs).toISOString(),
  };
}

export function referencePaths(params: PathsParams, data: ReferenceData) {
  const { startEvents, endEvents, depth } = params;
  const first = (visit: readonly string[], events: readonly string[], from = 0): number =>
    visit.findIndex((name, at) => at >= from && events.includes(name));
  const ways = byPerson(chosen(params, data))
    .flatMap(visitsOf)
    .flatMap((visit): (string | undefined)[][] => {
      const from = startEvents === undefined ? 0 : first(visit, startEvents);
      if (from < 0) return [];
      if (endEvents === undefined) return [visit.slice(from, from + depth)];
      const to = first(visit, endEvents, startEvents === undefined ? 0 : from + 1);
      if (to < 0) return [];
      if (startEvents !== undefined) return to - from < depth ? [visit.slice(from, to + 1)] : [];
      const before = visit.slice(Math.max(0, to + 1 - depth), to + 1);
      return [[...new Array<undefined>(depth - before.length).fill(undefined), ...before]];
    });
  const shown = Array.from({ length: depth }, (_, step) => {
    const names = ways.map((way) => way[step]).filter((name) => name !== undefined);
    const { groups } = brokenDown(
      names,
      (name) => name,
      (some) => some.length,
    );
    return new Set(groups.slice(0, 10).map(({ name }) => name));
  });
  const nodeOf = (way: readonly (string | undefined)[], step: number): string | undefined => {
    const name = way[step];
    return name === undefined
      ? undefined
      : `${step + 1}:${shown[step]?.has(shownAs(name)) ? shownAs(name) : '(other)'}`;
  };
  const nodes = new Map<string, number>();
  const links = new Map<string, number>();
  for (const way of ways) {
    for (let step = 0; step < depth; step++) {
      const [node, next] = [nodeOf(way, step), nodeOf(way, step + 1)];
      if (node === undefined) continue;
      nodes.set(node, (nodes.get(node) ?? 0) + 1);
      if (next !== undefined) links.set(`${node} → ${next}`, (links.get(`${node} → ${next}`) ?? 0) + 1);
    }
  }
  return { nodes: Object.fromEntries(nodes), links: Object.fromEntries(links) };
}

/** Names of events in their order: by time, then by name. */
function visitsOf(events: readonly Valued[]): string[][] {
  const ordered = [...events].sort((a, b) => a.atMs - b.atMs || byBytes(a.name, b.name));
  const sessions = new Set(ordered.map(({ session }) => session));
  return [...sessions].flatMap((session) => {
    const visits: Valued[][] = [];
    for (const event of ordered.filter((candidate) => candidate.session === session)) {
      const visit = visits.at(-1);
      const pause = event.atMs - (visit?.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY);
      if (visit !== undefined && (session !== undefined || pause <= 1_800_000)) visit.push(event);
      else visits.push([event]);
    }
    return visits.map((visit) => visit.map(({ name }) => name));
  });
}
