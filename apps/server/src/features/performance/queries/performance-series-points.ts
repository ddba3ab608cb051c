import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import { percentilesOf, type ShownNames } from './metric-values.ts';
import { MAX_METRIC_POINTS, MAX_METRIC_VALUES, type MetricPoint, type PerformanceSeriesParams } from './performance.ts';

export function seriesBuckets(params: PerformanceSeriesParams): TimeBuckets {
  const { metrics, fromMs, toMs, interval, timezone, breakdown } = params;
  const lines = metrics.length * (breakdown === undefined ? 1 : MAX_METRIC_VALUES + 3);
  const buckets = timeBuckets(fromMs, toMs, interval, timezone, Math.floor(MAX_METRIC_POINTS / lines));
  if (buckets !== undefined) return buckets;
  const message = `would return more than ${MAX_METRIC_POINTS} points. Choose a longer interval, a shorter range or fewer metrics.`;
  throw new QueryRejected('interval', message);
}

/** Of a row `(k, bucket, place, count, errors, shares)`; without a place it is of all values. */
export const metricPoint =
  ({ metrics }: PerformanceSeriesParams, buckets: TimeBuckets, shown: ShownNames | undefined) =>
  (row: Readonly<Record<string, unknown>>): MetricPoint => ({
    metricType: metrics[Number(row.k)]?.metricType ?? '',
    metricName: metrics[Number(row.k)]?.metricName ?? '',
    value: row.place === null || shown === undefined ? null : shown.nameOf(Number(row.place)),
    bucketMs: buckets.starts[Number(row.bucket)] ?? 0,
    count: Number(row.count),
    errors: Number(row.errors),
    percentiles: percentilesOf(row.shares),
  });
