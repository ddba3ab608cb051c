import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { bucketIndexSql } from '../../../analytics/duckdb/relations/bucket-index.ts';
import { timeBuckets } from '../../../analytics/time-buckets.ts';
import {
  MAX_METRIC_POINTS,
  MAX_METRIC_VALUES,
  type MetricPoint,
  type PerformanceSeriesParams,
} from '../queries/performance.ts';
import {
  dimensionSql,
  IS_ERROR,
  isOneOf,
  joinKnown,
  knownMetrics,
  metricRows,
  percentilesOf,
  percentilesSql,
  shownValues,
} from './metric-rows.ts';

/** Buckets without values are left out. */
export async function performanceSeries(
  connection: DuckDBConnection,
  params: PerformanceSeriesParams,
): Promise<readonly MetricPoint[]> {
  const { metrics, fromMs, toMs, interval, timezone, breakdown, rules } = params;
  if (metrics.length === 0) return [];
  const lines = metrics.length * (breakdown === undefined ? 1 : MAX_METRIC_VALUES + 3);
  const buckets = timeBuckets(fromMs, toMs, interval, timezone, Math.floor(MAX_METRIC_POINTS / lines));
  if (buckets === undefined) {
    const message = `makes more than ${MAX_METRIC_POINTS} points: take a longer interval, a shorter range or fewer metrics`;
    throw new QueryRejected('interval', message);
  }
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
    GROUP BY ${groups} ORDER BY bucket`);
  return (await result.getRowObjectsJS()).map((row) => ({
    metricType: metrics[Number(row.k)]?.metricType ?? '',
    metricName: metrics[Number(row.k)]?.metricName ?? '',
    value: row.place === null || shown === undefined ? null : shown.nameOf(Number(row.place)),
    bucketMs: buckets.starts[Number(row.bucket)] ?? 0,
    count: Number(row.count),
    errors: Number(row.errors),
    percentiles: percentilesOf(row.shares),
  }));
}
