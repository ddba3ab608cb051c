import type { Wire } from '@lamppost/protocol';
import { type AnalyticsStore, type QueryOptions, QueryRejected } from '../../../analytics/analytics-store.ts';
import type { InsightFilter, InsightParams, InsightResult } from '../queries/insight-params.ts';
import { type Aggregation, timeseriesQuery } from '../queries/timeseries.ts';
import { type TimeseriesQuery, trendSeries } from './trend-series.ts';

export interface TrendDeps extends InsightParams {
  readonly store: AnalyticsStore;
  readonly readFilters: (filters: readonly Wire['InsightFilter'][], at: string) => Promise<readonly InsightFilter[]>;
  readonly options: QueryOptions;
}

export async function runTrend(query: TimeseriesQuery, deps: TrendDeps): Promise<InsightResult> {
  const { store, options, readFilters: _, ...shared } = deps;
  const [series] = trendSeries(query);
  const { interval, breakdownProperty } = query;
  const aggregation = series?.aggregation;
  if (series === undefined || interval === 'total' || aggregation === undefined || 'of' in aggregation)
    throw new QueryRejected('query', 'is not there yet');
  if (!('field' in aggregation) && aggregation.kind !== 'count') throw new QueryRejected('query', 'is not there yet');
  const breakdown = breakdownProperty === undefined ? {} : { breakdownField: breakdownProperty };
  return store.run(
    timeseriesQuery,
    { ...shared, events: series.events, interval, aggregation: aggregation as Aggregation, ...breakdown },
    options,
  );
}
