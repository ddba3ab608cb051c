import { type ComputedStatistics, computeInLooks } from '../queries/computed-metrics.ts';
import { meanStatistics } from './mean-statistics.ts';
import type { MetricWork } from './metric-work.ts';
import { quantileStatistics } from './quantile-statistics.ts';
import { ratioStatistics } from './ratio-statistics.ts';

export const computeMetrics = (work: MetricWork): Promise<readonly ComputedStatistics[]> =>
  computeInLooks(work.params.metrics, {
    means: (metrics) => meanStatistics(work, metrics),
    ratio: (metric) => ratioStatistics(work, metric),
    quantiles: (metrics) => quantileStatistics(work, metrics),
  });
