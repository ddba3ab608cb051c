import { isBuiltInMetric } from '@lamppost/protocol';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import { quoted } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { inRange } from '../../crashes/clickhouse/session-rows.ts';
import { hasUnits } from '../queries/computed-metrics.ts';
import type {
  ExperimentStatistics,
  ExperimentStatisticsParams,
  MetricQuery,
  MetricStatistics,
} from '../queries/experiment-statistics.ts';
import { statisticsBuckets } from '../queries/statistics-series.ts';
import { computeMetrics } from './compute-metrics.ts';
import { exposedDevices, exposedUnits } from './exposed-units.ts';
import { metricSql } from './metric-sql.ts';
import { enteringUnits } from './point-increments.ts';
import { builtInRows } from './session-contributions.ts';

export async function experimentStatistics(
  reader: ClickhouseReader,
  params: ExperimentStatisticsParams,
): Promise<ExperimentStatistics> {
  const buckets = statisticsBuckets(params);
  const { exposed, counts } = await exposedUnits(reader, params);
  const { exposures } = counts;
  const entering = enteringUnits(reader, exposed);
  const work = { reader, params, exposed, exposures, exposedDevices: exposedDevices(params), entering, buckets };
  const computed = await computeMetrics(work);
  const metrics: MetricStatistics[] = [];
  for (const [at, metric] of params.metrics.entries()) {
    const found = computed[at];
    if (found === undefined) throw new Error('every metric is computed');
    const isSeen = hasUnits(found) || (await isReceived(reader, params, metric));
    metrics.push({ ...found, isSeen, sql: metricSql(params, metric, found.cap) });
  }
  return { ...counts, metrics };
}

async function isReceived(
  reader: ClickhouseReader,
  params: ExperimentStatisticsParams,
  metric: MetricQuery,
): Promise<boolean> {
  const rows = isBuiltInMetric(metric.eventName)
    ? builtInRows(params, metric)
    : `${visible('events')} WHERE ${inRange(params)} AND name = ${quoted(metric.eventName)}`;
  return (await reader.rows(`SELECT 1 FROM ${rows} LIMIT 1`)).length > 0;
}
