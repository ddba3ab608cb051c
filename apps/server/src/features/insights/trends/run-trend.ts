import type { Wire } from '@lamppost/protocol';
import {
  type AnalyticsStore,
  type QueryOptions,
  QueryRejected,
  QueryTooHeavy,
} from '../../../analytics/analytics-store.ts';
import { QUERY_TIME_LIMIT_MS } from '../../../analytics/query.ts';
import {
  endsOf,
  type InsightFilter,
  type InsightParams,
  type InsightResult,
  isoOf,
  momentOf,
} from '../queries/insight-params.ts';
import { type TimeseriesParams, timeseriesBuckets, timeseriesQuery, trendQuery } from '../queries/timeseries.ts';
import type { TrendFound } from '../queries/trends/found-lines.ts';
import { TREND_REST, type TrendBreakdown } from '../queries/trends/trend-breakdown.ts';
import { breakdownParams, DEFAULT_LIMIT } from './breakdown-params.ts';
import { comparedPeriod, distinctBuckets, type Period } from './compared-period.ts';
import { composeTrend, trendPlaces } from './compose-trend.ts';
import { mapInTurns } from './map-in-turns.ts';
import { breakdownFields, type TimeseriesQuery, type TrendSeries, trendSeries } from './trend-series.ts';

export interface TrendDeps extends InsightParams {
  readonly store: AnalyticsStore;
  readonly readFilters: (filters: readonly Wire['InsightFilter'][], at: string) => Promise<readonly InsightFilter[]>;
  readonly options: QueryOptions;
}

/** Of all series and periods together; more is more than a client wants to read. */
const MAX_POINTS = 250_000;
/** Of one query; the store lets two of a project run. */
const AT_ONCE = 2;

/** One question to the store for each series and period; the rest is arithmetic. */
export async function runTrend(query: TimeseriesQuery, deps: TrendDeps): Promise<InsightResult> {
  const series = trendSeries(query);
  return isComposed(query) ? runComposed(query, series, deps) : runPlain(query, series[0] as TrendSeries, deps);
}

const isComposed = ({ series, formulas, cumulative, movingAverage, compare }: TimeseriesQuery): boolean =>
  cumulative === true || [series, formulas, movingAverage, compare].some((member) => member !== undefined);

/** The store writes the result by itself. */
function runPlain(query: TimeseriesQuery, { events, aggregation }: TrendSeries, deps: TrendDeps) {
  const { store, options, readFilters: _, ...shared } = deps;
  const { interval, breakdownProperty, breakdowns, breakdownLimit } = query;
  const isOneField = breakdowns === undefined && breakdownLimit === undefined && breakdownProperty !== undefined;
  const breakdown = isOneField ? { breakdownField: breakdownProperty } : breakdownParams(query);
  return store.run(timeseriesQuery, { ...shared, events, interval, aggregation, ...breakdown }, options);
}

async function runComposed(
  query: TimeseriesQuery,
  series: readonly TrendSeries[],
  deps: TrendDeps,
): Promise<InsightResult> {
  const { range, timezone } = deps;
  const { interval, compare } = query;
  const moment = momentOf(deps, Date.now());
  const buckets = timeseriesBuckets({ interval, timezone }, moment);
  const periods: readonly Period[] = [
    { fromMs: moment.fromMs, toMs: moment.toMs, starts: buckets.starts },
    ...(compare === undefined ? [] : [comparedPeriod(compare, range, moment, buckets, timezone)]),
  ];
  refuseTooMany(query, series.length * periods.length, buckets.starts.length);
  const found = await findAll(query, series, periods, deps);
  const places = trendPlaces(query, found.flat());
  const [shown, compared] = periods.map((period, at) => ({
    series: composeTrend(query, series, places, { found: found[at] ?? [], isoStarts: period.starts.map(isoOf) }),
    ...endsOf({ ...period, nowMs: moment.nowMs }),
  }));
  const result = { kind: 'timeseries', ...shown, interval, ...(compared === undefined ? {} : { compare: compared }) };
  return { resultJson: JSON.stringify(result) };
}

function refuseTooMany(query: TimeseriesQuery, lines: number, bucketCount: number): void {
  const values = breakdownFields(query).length === 0 ? 1 : (query.breakdownLimit ?? DEFAULT_LIMIT) + 2;
  if (lines * values * bucketCount <= MAX_POINTS) return;
  const message = `would return more than ${MAX_POINTS} points. Choose a longer interval, a shorter range, fewer series or a smaller breakdownLimit.`;
  throw new QueryRejected('query.interval', message);
}

/** By period and series. The values that the first series shows are those of all. */
async function findAll(
  query: TimeseriesQuery,
  series: readonly TrendSeries[],
  periods: readonly Period[],
  deps: TrendDeps,
): Promise<readonly (readonly TrendFound[])[]> {
  const { store, options, readFilters, ...shared } = deps;
  const filters = await Promise.all(
    series.map(async (one) => [...shared.filters, ...(await readFilters(one.filters, `query.${one.place}filters`))]),
  );
  const endsAt = performance.now() + QUERY_TIME_LIMIT_MS;
  const ask = async (index: number, period: Period, breakdown: { breakdown?: TrendBreakdown }): Promise<TrendFound> => {
    if (performance.now() > endsAt) throw new QueryTooHeavy('all series together took too long: ask for fewer');
    const { events, aggregation } = series[index] as TrendSeries;
    const { buckets, places } = distinctBuckets(period);
    const range = { kind: 'between' as const, fromMs: period.fromMs, toMs: period.toMs };
    const params: TimeseriesParams = {
      ...{ ...shared, range, filters: filters[index] ?? [] },
      ...{ events, aggregation, interval: query.interval, buckets, ...breakdown },
    };
    return atPlaces(await store.run(trendQuery, params, options), places, period.starts.length);
  };
  const { breakdown } = breakdownParams(query);
  const first = await ask(0, periods[0] as Period, { ...(breakdown && { breakdown }) });
  const values = first.lines.filter(({ place }) => place < TREND_REST).map((line) => line.values);
  const all = periods.flatMap((period, at) => series.map((_, index) => ({ period, index, isFirst: at + index === 0 })));
  const found = await mapInTurns(all, AT_ONCE, ({ period, index, isFirst }) =>
    isFirst ? first : ask(index, period, breakdown === undefined ? {} : { breakdown: { ...breakdown, values } }),
  );
  return periods.map((_, at) => found.slice(at * series.length, (at + 1) * series.length));
}

/** The points where the starts of the period are; those without any time are 0. */
function atPlaces({ lines }: TrendFound, places: readonly number[], count: number): TrendFound {
  if (places.length === count) return { lines };
  return {
    lines: lines.map(({ points, ...line }) => {
      const all = new Array<number>(count).fill(0);
      points.forEach((value, at) => {
        all[places[at] ?? 0] = value;
      });
      return { ...line, points: all };
    }),
  };
}
