import type { FilledFeatureQuery, MeasureSeries } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { timeBuckets } from '../../analytics/time-buckets.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import type { FeatureInsights } from '../insights/feature-insights.ts';
import { endsOf, isoOf } from '../insights/queries/insight-params.ts';
import { percentilesRow } from './metric-row.ts';
import {
  MAX_METRIC_POINTS,
  type MetricNumbers,
  type MetricPoint,
  type MetricSummary,
  performanceSeriesQuery,
  performanceSummaryQuery,
} from './queries/performance.ts';
import { readDimension } from './read-dimension.ts';
import { knownMetric, knownMetrics } from './well-known-thresholds.ts';

type PerformanceQuery = Extract<FilledFeatureQuery, { kind: 'performance' }>;

const METRICS_WHEN_ABSENT = 8;

/** A percentile of a metric over time, as the summary of metrics counts it: of one metric, or of those measured most. */
export const performanceInsight =
  (store: AnalyticsStore): FeatureInsights['performance'] =>
  async (query, { scope, timezone, options, ...moment }) => {
    const { kind, metricType, metricName, platform, appVersion, interval } = query;
    const { limit = METRICS_WHEN_ABSENT } = query;
    const { fromMs, toMs } = moment;
    const breakdown = query.breakdown === undefined ? undefined : readDimension(query.breakdown);
    const question = {
      scope,
      fromMs,
      toMs,
      filter: omitUndefined({ metricType, metricName, platform, appVersion }),
      ...omitUndefined({ breakdown }),
      rules: knownMetrics,
    };
    const page = { limit: metricName === undefined ? limit : 1 };
    const { rows } = await store.run(performanceSummaryQuery, { ...question, page }, options);
    const metrics = rows.map((row) => ({ metricType: row.metricType, metricName: row.metricName }));
    const points = await store.run(performanceSeriesQuery, { ...question, metrics, interval, timezone }, options);
    const starts = timeBuckets(fromMs, toMs, interval, timezone, MAX_METRIC_POINTS)?.starts ?? [];
    const series = rows.flatMap((row) => {
      const own = points.filter((point) => point.metricType === row.metricType && point.metricName === row.metricName);
      const lines =
        query.breakdown === undefined
          ? [{ name: row.metricName, value: null, numbers: row }]
          : row.values.map((numbers) => ({ name: numbers.value, value: numbers.value, numbers }));
      return lines.map(({ name, value, numbers }) => ({
        name,
        ...measureOf(row, numbers, query.of),
        points: pointsOf(
          own.filter((point) => point.value === value),
          starts,
          query.of,
        ),
      }));
    });
    return { kind, interval, series, ...endsOf(moment) };
  };

function measureOf(
  { metricType, metricName }: MetricSummary,
  { count, percentiles }: MetricNumbers,
  of: PerformanceQuery['of'],
): Omit<MeasureSeries, 'name' | 'points'> {
  const { unit, line } = knownMetric(metricType, metricName);
  return { unit, value: percentilesRow(percentiles)[of], count, threshold: line ?? null };
}

/** Every stretch of the range; null where nothing was measured. */
function pointsOf(
  found: readonly MetricPoint[],
  starts: readonly number[],
  of: PerformanceQuery['of'],
): MeasureSeries['points'] {
  const measured = new Map(found.map((point) => [point.bucketMs, point]));
  return starts.map((start) => {
    const point = measured.get(start);
    return {
      bucketIso: isoOf(start),
      value: point === undefined ? null : percentilesRow(point.percentiles)[of],
      count: point?.count ?? 0,
    };
  });
}
