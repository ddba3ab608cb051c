import type { DuckDBConnection } from '@duckdb/node-api';
import { isBuiltInMetric } from '@lamppost/protocol';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import { quoted, timeLiteral } from '../../../analytics/duckdb/sql-text.ts';
import { hasUnits } from '../queries/computed-metrics.ts';
import type {
  ExperimentStatistics,
  ExperimentStatisticsParams,
  MetricQuery,
  MetricStatistics,
} from '../queries/experiment-statistics.ts';
import { statisticsBuckets } from '../queries/statistics-series.ts';
import { computeMetrics } from './compute-metrics.ts';
import { createExposedUnits } from './exposed-units.ts';
import { exposedDevices } from './exposure-rows.ts';
import { metricSql } from './metric-sql.ts';
import type { MetricWork } from './metric-work.ts';
import { builtInRows, createSessionUnits } from './session-contributions.ts';
import { hasRow } from './statement-rows.ts';
import { createOwnerKeys } from './unit-keys.ts';

/** What depends on how much there is; tests say otherwise, since they have little. */
export interface StatisticsSizes {
  /** See unit-totals.ts. */
  readonly totalsPerPart: number;
  /** See exposure-rows.ts. */
  readonly sampledPercent: number;
}

/**
 * Units are found once and kept in a temporary table, which ends with the transaction; every metric is one more look
 * at the rows of its event alone. What a look needs is dropped before the next.
 */
export async function experimentStatistics(
  connection: DuckDBConnection,
  params: ExperimentStatisticsParams,
  { totalsPerPart, sampledPercent }: Partial<StatisticsSizes> = {},
): Promise<ExperimentStatistics> {
  await createOwnerKeys(connection, params.unit, params.scope);
  const counts = await createExposedUnits(connection, params, sampledPercent);
  const buckets = statisticsBuckets(params);
  if (params.metrics.some(({ eventName }) => isBuiltInMetric(eventName))) {
    await createSessionUnits(connection, params, exposedDevices(params));
  }
  const work: MetricWork = { connection, params, exposures: counts.exposures, buckets, totalsPerPart };
  const computed = await computeMetrics(work);
  const metrics: MetricStatistics[] = [];
  for (const [at, metric] of params.metrics.entries()) {
    const found = computed[at];
    if (found === undefined) throw new Error('every metric is computed');
    const isSeen = hasUnits(found) || (await isReceived(connection, params, metric));
    metrics.push({ ...found, isSeen, sql: metricSql(params, metric, found.cap) });
  }
  return { ...counts, metrics };
}

async function isReceived(
  connection: DuckDBConnection,
  params: ExperimentStatisticsParams,
  metric: MetricQuery,
): Promise<boolean> {
  const { scope, fromMs, toMs } = params;
  const rows = isBuiltInMetric(metric.eventName)
    ? builtInRows(params, metric)
    : `${everywhere('events')} WHERE p = ${quoted(scope.projectId)}::UUID AND e = ${quoted(scope.environmentId)}::UUID
        AND ts >= ${timeLiteral(fromMs)} AND ts < ${timeLiteral(toMs)} AND name = ${quoted(metric.eventName)}`;
  return await hasRow(connection, `FROM ${rows}`);
}
