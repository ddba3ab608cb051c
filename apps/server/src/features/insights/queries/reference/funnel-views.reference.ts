import { bucketLabel, referenceBuckets } from '../../../../analytics/time-buckets.reference.ts';
import type { FunnelParams } from '../funnels/funnel-definition.ts';
import { byBytes, fieldOf, type ReferenceData, textOf } from './events.reference.ts';
import type { FollowedPerson } from './followed-person.ts';
import { chosen, percent } from './insights.reference.ts';

/** What a view says in addition to the ends of its range; undefined for the steps. */
export function referenceFunnelView(params: FunnelParams, data: ReferenceData, persons: readonly FollowedPerson[]) {
  switch (params.view?.kind) {
    case 'trend':
      return { view: 'trend', ...trendOf(params, params.view.interval, persons) };
    case 'times':
      return { view: 'times', ...timesOf(params, persons) };
    case 'correlation':
      return { view: 'correlation', ...correlationOf(params, params.view, data, persons) };
    default:
      return undefined;
  }
}

const isConverted = ({ steps }: FunnelParams, { times }: FollowedPerson): boolean => times.length === steps.length;

function trendOf(
  params: FunnelParams,
  interval: 'hour' | 'day' | 'week' | 'month',
  persons: readonly FollowedPerson[],
) {
  const { range, timezone } = params;
  if (range.kind !== 'between') throw new Error('the reference has no clock');
  const starts = referenceBuckets(range.fromMs, range.toMs, interval, timezone);
  const points = starts.map((start) => {
    const label = bucketLabel(start, interval, timezone);
    const entered = persons.filter(({ times: [first = 0] }) => bucketLabel(first, interval, timezone) === label);
    const converted = entered.filter((person) => isConverted(params, person));
    return {
      bucketIso: new Date(start).toISOString(),
      entered: entered.length,
      converted: converted.length,
      percentage: percent(converted.length, entered.length),
    };
  });
  return { interval, points };
}

const seconds = (ms: number): number => Math.round(ms) / 1000;

function timesOf(params: FunnelParams, persons: readonly FollowedPerson[]) {
  const took = persons
    .filter((person) => isConverted(params, person))
    .map(({ times }) => (times.at(-1) ?? 0) - (times[0] ?? 0))
    .sort((a, b) => a - b);
  const [shortest, longest] = [took[0], took.at(-1)];
  if (shortest === undefined || longest === undefined) {
    return { count: 0, averageSeconds: null, p50Seconds: null, p90Seconds: null, bars: [] };
  }
  const quantile = (share: number): number => {
    const place = share * (took.length - 1);
    const [low, high] = [took[Math.floor(place)] ?? 0, took[Math.ceil(place)] ?? 0];
    return seconds(low + (high - low) * (place - Math.floor(place)));
  };
  const bars = longest === shortest ? 1 : 20;
  const edge = (bar: number): number => Math.round(shortest + ((longest - shortest) * bar) / bars);
  const isIn = (ms: number, bar: number): boolean =>
    bar === bars - 1 ? ms >= edge(bar) : ms >= edge(bar) && ms < edge(bar + 1);
  return {
    count: took.length,
    averageSeconds: seconds(took.reduce((sum, ms) => sum + ms, 0) / took.length),
    p50Seconds: quantile(0.5),
    p90Seconds: quantile(0.9),
    bars: Array.from({ length: bars }, (_, bar) => ({
      fromSeconds: seconds(edge(bar)),
      toSeconds: seconds(edge(bar + 1)),
      count: took.filter((ms) => isIn(ms, bar)).length,
    })),
  };
}

function correlationOf(
  params: FunnelParams,
  { events, fields }: { readonly events: boolean; readonly fields: readonly string[] },
  data: ReferenceData,
  persons: readonly FollowedPerson[],
) {
  const all = chosen(params, data);
  const named = params.steps.flatMap((step) => step.events ?? []);
  const valuesOf = (field: string) => [
    ...new Set(all.map((event) => textOf(fieldOf(event, field))).filter((value) => value !== undefined)),
  ];
  const candidates = [
    ...(events ? valuesOf('event_name').filter((name) => !named.includes(name)) : []).map((event) => ({
      what: { kind: 'event', event },
      field: 'event_name',
      value: event,
    })),
    ...fields.flatMap((field) =>
      valuesOf(field)
        .sort(byBytes)
        .map((value) => ({ what: { kind: 'field', field, value }, field, value })),
    ),
  ];
  const converts = persons.filter((person) => isConverted(params, person));
  const others = persons.filter((person) => !isConverted(params, person));
  const having = (some: readonly FollowedPerson[], field: string, value: string): number =>
    some.filter((person) => {
      const { events: own, times } = person;
      const [fromMs = 0] = times;
      const toMs = isConverted(params, person) ? (times.at(-1) ?? 0) : fromMs + params.windowMs;
      return own.some((event) => event.atMs >= fromMs && event.atMs <= toMs && textOf(fieldOf(event, field)) === value);
    }).length;
  const rows = candidates
    .map(({ what, field, value }) => ({
      ...what,
      converted: having(converts, field, value),
      notConverted: having(others, field, value),
    }))
    .filter(({ converted, notConverted }) => converted + notConverted > 0)
    .map((row) => {
      const table = [
        row.converted,
        converts.length - row.converted,
        row.notConverted,
        others.length - row.notConverted,
      ] as const;
      const [a, b, c, d] = table;
      return { ...row, oddsRatio: ((a + 0.5) * (d + 0.5)) / ((b + 0.5) * (c + 0.5)), pValue: fisher(...table) };
    });
  const pValues = rows.map(({ pValue }) => pValue).sort((a, b) => a - b);
  /** The smallest of p · n / rank over all that are not smaller. */
  const adjusted = (pValue: number): number =>
    Math.min(1, ...pValues.map((each, at) => (each >= pValue - 1e-12 ? (each * pValues.length) / (at + 1) : 1)));
  return {
    converted: converts.length,
    notConverted: others.length,
    tested: rows.length,
    rows: rows.map((row) => ({ ...row, adjustedPValue: adjusted(row.pValue) })),
  };
}

/** So few people that every table can be counted. */
function fisher(a: number, b: number, c: number, d: number): number {
  const choose = (from: number, some: number): number =>
    some < 0 || some > from
      ? 0
      : Array.from({ length: some }, (_, at) => (from - at) / (some - at)).reduce((x, y) => x * y, 1);
  const ways = (count: number): number => choose(a + b, count) * choose(c + d, a + c - count);
  const counts = Array.from({ length: a + c + 1 }, (_, count) => ways(count)).filter(
    (each) => each > 0 && each <= ways(a) * (1 + 1e-9),
  );
  return counts.reduce((sum, each) => sum + each, 0) / choose(a + b + c + d, a + c);
}
