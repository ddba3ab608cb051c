import { type CompleteInsightQuery, completeInsightQuery, type Wire } from '@lamppost/protocol';
import { type QueryOptions, QueryTooHeavy } from '../../../analytics/analytics-store.ts';
import { QUERY_TIME_LIMIT_MS } from '../../../analytics/query.ts';
import type { Scope } from '../../../edge/scope.ts';
import type { RunInsight } from '../../insights/run-insight.ts';
import type { Span } from './alert-calendar.ts';
import type { AlertDefinition, WatchedQuery } from './alert-definition.ts';
import { measuredBy, soleSeries } from './measured.ts';

export interface Point extends Span {
  readonly value: number | null;
  /** Of a share: how many it is a share of. */
  readonly of?: number;
}

export interface Fetching {
  readonly run: RunInsight;
  readonly scope: Scope;
  readonly options: QueryOptions;
}

type Watched = Pick<AlertDefinition, 'query' | 'interval' | 'step'>;
type Runnable = Exclude<CompleteInsightQuery, { kind: 'sql' }>;

/** Crashes are answered for at most 1,000 intervals at once. */
const MAX_AT_ONCE = 900;

/** The value of each interval: one query for all of them, or one each for a funnel. */
export async function fetchPoints(watched: Watched, spans: readonly Span[], fetching: Fetching): Promise<Point[]> {
  if (watched.query.kind === 'funnel') return fetchFunnel(watched, spans, fetching);
  const points: Point[] = [];
  for (let at = 0; at < spans.length; at += MAX_AT_ONCE) {
    points.push(...(await fetchChunk(watched, spans.slice(at, at + MAX_AT_ONCE), fetching)));
  }
  return points;
}

async function fetchChunk(watched: Watched, spans: readonly Span[], fetching: Fetching): Promise<Point[]> {
  const range = rangeOf({ fromMs: spans[0]?.fromMs ?? 0, toMs: spans.at(-1)?.toMs ?? 0 });
  const result = await ask(queryOver(watched, range), fetching);
  const found = 'view' in result ? new Map() : valuesOf(result);
  return spans.map((span) => ({ ...span, ...(found.get(span.fromMs) ?? { value: null }) }));
}

/** Who did the first step in the interval, and of these, who came so far in the same interval. */
async function fetchFunnel({ query, step }: Watched, spans: readonly Span[], fetching: Fetching): Promise<Point[]> {
  if (query.kind !== 'funnel') return [];
  const { view: _, interval: __, correlate: ___, ...funnel } = query;
  const endsAt = performance.now() + QUERY_TIME_LIMIT_MS;
  const points: Point[] = [];
  for (const span of spans) {
    if (performance.now() > endsAt) throw new QueryTooHeavy('the intervals of the funnel together took too long');
    const result = await ask({ ...funnel, range: rangeOf(span) }, fetching);
    const steps = result.kind === 'funnel' && 'steps' in result ? result.steps : [];
    const of = steps[0]?.count ?? 0;
    points.push({ ...span, value: of === 0 ? null : (steps[step ?? steps.length - 1]?.percentage ?? null), of });
  }
  return points;
}

async function ask(query: Wire['InsightQuery'], { run, scope, options }: Fetching) {
  const { resultJson } = await run(completeInsightQuery(query) as Runnable, scope, options);
  return JSON.parse(resultJson) as Wire['InsightAnswer']['data'];
}

const rangeOf = ({ fromMs, toMs }: Span): Wire['InsightRange'] => ({
  kind: 'absolute',
  fromIso: new Date(fromMs).toISOString(),
  toIso: new Date(toMs).toISOString(),
});

/** Where an average of nothing would be 0, the number of events beside it tells them apart. */
function queryOver({ query, interval }: Watched, range: Wire['InsightRange']): Wire['InsightQuery'] {
  if (query.kind !== 'timeseries') return { ...(query as Exclude<WatchedQuery, { kind: 'funnel' }>), interval, range };
  const { compare: _, showSeries: __, ...trend } = query;
  const asked = { ...trend, interval, range };
  if (query.formulas !== undefined) return { ...asked, showSeries: true };
  const { noise } = measuredBy({ query, step: null });
  const sole = soleSeries(query);
  if (noise === 'count' || sole.aggregation?.kind === 'sum') return asked;
  const { event: _event, aggregation: _aggregation, ...shared } = asked;
  const { event, filters } = sole;
  return { ...shared, series: [sole, { event, ...(filters === undefined ? {} : { filters }) }] };
}

type Found = ReadonlyMap<number, Pick<Point, 'value' | 'of'>>;

function valuesOf(result: Wire['InsightAnswer']['data']): Found {
  if (result.kind === 'timeseries') return valuesOfTrend(result);
  if (result.kind !== 'crash_free' && result.kind !== 'crashes' && result.kind !== 'performance') return new Map();
  const points = result.series[0]?.points ?? [];
  const isShare = result.kind === 'crash_free';
  return new Map(
    points.map(({ bucketIso, value, count }) => [Date.parse(bucketIso), { value, ...(isShare ? { of: count } : {}) }]),
  );
}

/** The first line is what is watched, or the formula is; other lines tell where there is nothing to measure. */
function valuesOfTrend({ series }: Wire['TimeseriesResult']): Found {
  const watched = series.find(({ formula }) => formula !== undefined) ?? series[0];
  const others = series.filter((line) => line !== watched);
  return new Map(
    (watched?.points ?? []).map(({ bucketIso, value }, at) => {
      const isNothing = others.length > 0 && others.every(({ points }) => points[at]?.value === 0);
      return [Date.parse(bucketIso), { value: isNothing ? null : value }];
    }),
  );
}
