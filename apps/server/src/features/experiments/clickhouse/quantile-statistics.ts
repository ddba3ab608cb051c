import type { ComputedMetric } from '../queries/computed-metrics.ts';
import type { GroupQuantile, MetricQuery } from '../queries/experiment-statistics.ts';
import type { QuantileType } from '../queries/quantile-sizes.ts';
import { fewerEnds, pointEnds } from '../queries/statistics-series.ts';
import { eventContributions, isCounted, propertyNumber } from './metric-contributions.ts';
import type { MetricWork } from './metric-work.ts';
import { startupContributions } from './session-contributions.ts';

/** p50, p95, p99 of one property, or of cold starts. */
export async function quantileStatistics(
  work: MetricWork,
  metrics: readonly [MetricQuery, ...MetricQuery[]],
): Promise<readonly ComputedMetric<GroupQuantile>[]> {
  // Ranks need distribution functions, which take a while to load.
  const { Observations } = await import('./quantile-totals.ts');
  const { reader, params } = work;
  const [metric] = metrics;
  const value = { found: propertyNumber('ev.properties', metric.aggregationField ?? '') };
  const contributions =
    metric.eventName === '$startup'
      ? startupContributions(work)
      : eventContributions(work, [metric.eventName], value, 0);
  const observations = await Observations.count(reader, {
    rows: `SELECT id, variant, segment, ms, found FROM (${contributions}) WHERE ${isCounted(metric)}`,
    breakdown: params.breakdown,
    endsMs: fewerEnds(pointEnds(work.buckets, params.toMs)),
  });
  const computed: ComputedMetric<GroupQuantile>[] = [];
  for (const { metricType } of metrics) {
    const statistics = await observations.quantiles(metricType as QuantileType);
    computed.push({ cap: null, ignoredValues: observations.ignored, ...statistics });
  }
  return computed;
}
