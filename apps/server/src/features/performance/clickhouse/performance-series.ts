import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { bucketIndexSql } from '../../../analytics/clickhouse/relations/bucket-index.ts';
import type { MetricPoint, PerformanceSeriesParams } from '../queries/performance.ts';
import { metricPoint, seriesBuckets } from '../queries/performance-series-points.ts';
import { dimensionSql, IS_ERROR, isOneOf, joinKnown, metricRows, percentilesSql, shownValues } from './metric-rows.ts';

/** Buckets without values are left out. */
export async function performanceSeries(
  reader: ClickhouseReader,
  params: PerformanceSeriesParams,
): Promise<readonly MetricPoint[]> {
  const { metrics, fromMs, toMs, breakdown, rules } = params;
  if (metrics.length === 0) return [];
  const buckets = seriesBuckets(params);
  const rows = `${metricRows(params, fromMs, toMs)} AND ${isOneOf(metrics)}`;
  const shown = breakdown === undefined ? undefined : await shownValues(reader, breakdown, rows);
  const place = shown === undefined ? 'NULL' : 'if(grouping(place) = 1, NULL, place)';
  const groups = shown === undefined ? 'k, bucket' : 'GROUPING SETS ((k, bucket), (k, bucket, place))';
  const points = await reader.objects(
    `SELECT k, bucket, ${place} AS place_or_all, count() AS count, countIf(is_failure) AS errors, ${percentilesSql('x')} AS shares
      FROM (SELECT k, least(value_ms, ceiling) AS x, ${IS_ERROR} AS is_failure, ${shown?.placeSql('d') ?? 'NULL'} AS place,
          ${dimensionSql(breakdown, 'metrics')} AS d, ${bucketIndexSql(buckets, 'ts_ms')} AS bucket
        ${joinKnown(rows, metrics, rules)})
      GROUP BY ${groups} ORDER BY bucket, k, place_or_all`,
  );
  return points.map(({ place_or_all, ...row }) => metricPoint(params, buckets, shown)({ ...row, place: place_or_all }));
}
