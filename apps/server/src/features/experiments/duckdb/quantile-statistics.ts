import type { ComputedMetric } from '../queries/computed-metrics.ts';
import type { GroupQuantile, MetricQuery } from '../queries/experiment-statistics.ts';
import type { QuantileType } from '../queries/quantile-sizes.ts';
import { fewerEnds, pointEnds } from '../queries/statistics-series.ts';
import { eventContributions, isCounted, propertyNumber } from './metric-contributions.ts';
import type { MetricWork } from './metric-work.ts';
import { startupContributions } from './session-contributions.ts';
import { numberIn, rowsOf } from './statement-rows.ts';

/** p50, p95, p99 of one property, or of cold starts, from one look at its rows. */
export async function quantileStatistics(
  work: MetricWork,
  metrics: readonly [MetricQuery, ...MetricQuery[]],
): Promise<readonly ComputedMetric<GroupQuantile>[]> {
  // Ranks need distribution functions, which take a while to load.
  const { quantilePoints, quantilesOfGroups } = await import('./quantile-totals.ts');
  const { connection, params } = work;
  const [metric] = metrics;
  const value = { v: propertyNumber('ev.properties', metric.aggregationField ?? '') };
  const contributions =
    metric.eventName === '$startup'
      ? startupContributions(params)
      : eventContributions(params, [metric.eventName], value, 0, ['v']);
  await connection.run(`CREATE TEMP TABLE observations AS
    SELECT id, variant, segment, ms, v FROM (${contributions}) WHERE ${isCounted(metric)}`);
  const [ignored] = await rowsOf(connection, 'SELECT count(*) AS ignored FROM observations WHERE v IS NULL');
  await connection.run('DELETE FROM observations WHERE v IS NULL');
  const computed: ComputedMetric<GroupQuantile>[] = [];
  for (const { metricType } of metrics) {
    const type = metricType as QuantileType;
    const groups = await quantilesOfGroups(connection, 'observations', type, params.breakdown);
    computed.push({
      cap: null,
      ignoredValues: numberIn(ignored, 'ignored'),
      groups,
      points: await quantilePoints(
        connection,
        'observations',
        type,
        groups,
        fewerEnds(pointEnds(work.buckets, params.toMs)),
      ),
    });
  }
  await connection.run('DROP TABLE observations');
  return computed;
}
