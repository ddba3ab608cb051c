import { inClickhouse } from '../../../analytics/clickhouse/queries/clickhouse-query.ts';
import {
  performanceDistributionQuery,
  performanceSeriesQuery,
  performanceSummaryQuery,
} from '../queries/performance.ts';
import { performanceDistribution } from './performance-distribution.ts';
import { performanceSeries } from './performance-series.ts';
import { performanceSummary } from './performance-summary.ts';

export const performanceQueries = [
  inClickhouse(performanceSummaryQuery, performanceSummary),
  inClickhouse(performanceSeriesQuery, performanceSeries),
  inClickhouse(performanceDistributionQuery, performanceDistribution),
];
