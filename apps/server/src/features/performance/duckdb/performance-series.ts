import type { DuckDBConnection } from '@duckdb/node-api';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import type { MetricPoint, PerformanceSeriesParams } from '../queries/performance.ts';
import { metricPoint, seriesBuckets } from '../queries/performance-series-points.ts';
import {
  dimensionSql,
  IS_ERROR,
  isOneOf,
  joinKnown,
  knownMetrics,
  metricRows,
  percentilesSql,
  shownValues,
} from './metric-rows.ts';

/** Buckets without values are left out. */
export async function performanceSeries(
  connection: DuckDBConnection,
  params: PerformanceSeriesParams,
): Promise<readonly MetricPoint[]> {
  const { metrics, fromMs, toMs, breakdown, rules } = params;
  if (metrics.length === 0) return [];
  const buckets = seriesBuckets(params);
  const rows = metricRows(params, fromMs, toMs);
  const shown =
    breakdown === undefined ? undefined : await shownValues(connection, breakdown, `${rows} AND ${isOneOf(metrics)}`);
  const value = breakdown === undefined ? 'NULL::VARCHAR' : dimensionSql(breakdown, 'metrics');
  const place = shown === undefined ? 'NULL' : 'CASE WHEN grouping(place) = 1 THEN NULL ELSE place END';
  const groups = shown === undefined ? 'k, bucket' : 'GROUPING SETS ((k, bucket), (k, bucket, place))';
  const result = await connection.run(`WITH ${knownMetrics(metrics, rules)}
    SELECT k, bucket, ${place} AS place, count(*) AS count,
      count(*) FILTER (is_error) AS errors, ${percentilesSql('x')} AS shares
    FROM (SELECT *, ${shown?.placeSql('d') ?? 'NULL'} AS place FROM (
      SELECT k, least(value_ms, ceiling) AS x, ${IS_ERROR} AS is_error, ${value} AS d,
        ${bucketIndexSql(buckets, 'epoch_ms(ts)')} AS bucket ${joinKnown(rows)}))
    GROUP BY ${groups} ORDER BY bucket, k, place`);
  return (await result.getRowObjectsJS()).map(metricPoint(params, buckets, shown));
}
