import { isoTime } from '../../http/request/wire-time.ts';
import type { MetricNumbers, MetricPoint, MetricRate, MetricSummary, Percentiles } from './queries/performance.ts';
import { statusClasses } from './queries/performance.ts';
import { rateShare, rateValues } from './rate-metric.ts';
import type { KnownMetric } from './well-known-thresholds.ts';

/** Rates of crashes and hangs are small: two decimals would round them away. */
const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1_000_000) / 10_000;

/** Without the last digits, which come from computing between two values. */
const rounded = (value: number): number => (value < 1e9 ? Math.round(value * 10_000) / 10_000 : value);

export const percentilesRow = ({ p50, p75, p90, p95, p99 }: Percentiles): Percentiles => ({
  p50: rounded(p50),
  p75: rounded(p75),
  p90: rounded(p90),
  p95: rounded(p95),
  p99: rounded(p99),
});

export function metricThreshold({ line, known, rateThreshold }: KnownMetric) {
  const source = known?.source ?? rateThreshold?.source;
  if (source === undefined) return null;
  return {
    value: line ?? null,
    poor: known?.poor ?? null,
    percentile: known?.at ?? null,
    good_rate_percent: rateThreshold?.good ?? null,
    rate_percent: rateThreshold?.poor ?? null,
    source,
  };
}

export function ratingOf({ known, rateThreshold }: KnownMetric, values: Percentiles, rate: MetricRate | null) {
  if (rateThreshold !== undefined && rate !== null) return rateShare(rateThreshold, rate) ?? null;
  return known === undefined ? null : rateValues(known, values);
}

const rateRow = (rate: MetricRate | null) =>
  rate === null
    ? null
    : {
        percent: percentOf(rate.part, rate.whole),
        count: rate.part,
        of: rate.of,
        total: rate.whole,
        delay_ms: rate.delayMs === null ? null : rounded(rate.delayMs),
        delay_ms_per_frame: rate.delayMs === null || rate.whole === 0 ? null : rounded(rate.delayMs / rate.whole),
      };

const changeOf = (now: Percentiles, before: Percentiles) =>
  Object.fromEntries(
    (Object.keys(now) as (keyof Percentiles)[]).map((name) => [
      name,
      before[name] === 0 ? null : Math.round((now[name] / before[name] - 1) * 10_000) / 100,
    ]),
  );

const numbersRow = (numbers: MetricNumbers, metric: KnownMetric, isNetwork: boolean) => ({
  count: numbers.count,
  ...percentilesRow(numbers.percentiles),
  error_rate: percentOf(numbers.errors, numbers.count),
  over_line_rate: metric.line === undefined ? null : percentOf(numbers.overThreshold, numbers.count),
  trimmed: numbers.trimmed,
  status_classes: isNetwork
    ? Object.fromEntries(statusClasses.map((name, at) => [name, numbers.statuses[at] ?? 0]))
    : null,
  rate: rateRow(numbers.rate),
  rating: ratingOf(metric, numbers.percentiles, numbers.rate),
  previous:
    numbers.before === null
      ? null
      : {
          count: numbers.before.count,
          ...percentilesRow(numbers.before.percentiles),
          error_rate: percentOf(numbers.before.errors, numbers.before.count),
          rate: rateRow(numbers.before.rate),
        },
  change: numbers.before === null ? null : changeOf(numbers.percentiles, numbers.before.percentiles),
});

const pointRow = ({ bucketMs, count, errors, percentiles }: MetricPoint) => ({
  at: isoTime(bucketMs),
  count,
  error_rate: percentOf(errors, count),
  ...percentilesRow(percentiles),
});

/** `points` are those of every metric on the page; absent when nobody asked for them. */
export function metricRow(
  summary: MetricSummary,
  metric: KnownMetric,
  isBrokenDown: boolean,
  points: readonly MetricPoint[] | undefined,
) {
  const { id, metricType, metricName } = summary;
  const isNetwork = metricType === 'network';
  const own = points?.filter((point) => point.metricType === metricType && point.metricName === metricName);
  const seriesOf = (value: string | null) =>
    own === undefined ? {} : { series: own.filter((point) => point.value === value).map(pointRow) };
  return {
    id,
    metric_type: metricType,
    metric_name: metricName,
    unit: metric.unit,
    line: metricThreshold(metric),
    ...numbersRow(summary, metric, isNetwork),
    ...seriesOf(null),
    breakdown: isBrokenDown
      ? summary.values.map(({ value, ...numbers }) => ({
          value,
          ...numbersRow(numbers, metric, isNetwork),
          ...seriesOf(value),
        }))
      : null,
  };
}
