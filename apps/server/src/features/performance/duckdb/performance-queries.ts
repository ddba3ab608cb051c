import { inDuckdb } from '../../../analytics/duckdb/queries/duckdb-query.ts';
import {
  performanceDistributionQuery,
  performanceSeriesQuery,
  performanceSummaryQuery,
} from '../queries/performance.ts';
import { performanceDistribution } from './performance-distribution.ts';
import { performanceSeries } from './performance-series.ts';
import { performanceSummary } from './performance-summary.ts';

export const performanceQueries = [
  inDuckdb(performanceSummaryQuery, performanceSummary),
  inDuckdb(performanceSeriesQuery, performanceSeries),
  inDuckdb(performanceDistributionQuery, performanceDistribution),
];
