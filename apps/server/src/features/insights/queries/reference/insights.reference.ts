import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { EventSelection } from '../event-selection.ts';
import type { FunnelParams } from '../funnel.ts';
import type { InsightParams } from '../insight-params.ts';
import type { PathsParams } from '../paths.ts';
import type { RetentionParams } from '../retention.ts';
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
const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Number(((100 * part) / whole).toFixed(2)));

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
    .map((visit) => visit.map(({ name }) => name))
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

/** Events in their order: by time, then by name. */
export function visitsOf(events: readonly Valued[]): Valued[][] {
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
    return visits;
  });
}
