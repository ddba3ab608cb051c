import type { PageRequest } from '../../../analytics/json-page.ts';
import { defineQuery } from '../../../analytics/query.ts';
import type { Interval } from '../../../analytics/time-buckets.ts';
import type { Scope } from '../../../edge/scope.ts';

/** By what metrics are told apart. Values of flags and variants are those that were active when a metric was sent. */
export type MetricDimension =
  | { readonly kind: 'version' | 'device' | 'country' | 'os' | 'platform' | 'network_type' }
  | { readonly kind: 'flag' | 'experiment'; readonly key: string };

/** What is known of metrics of a type and a name; absent ones match everything. Of several rules the first that matches counts. */
export interface MetricRule {
  readonly metricType?: string;
  readonly metricName?: string;
  /** Of what a good value does not lie above. */
  readonly line?: number;
  /** No honest value lies above: one that does counts as this one, and is counted as trimmed. */
  readonly ceiling: number;
  /** What is counted beside the values: how many of these there are for each frame, or in how many of the sessions. */
  readonly rateOf?: 'frames' | 'sessions';
  /** What a frame takes beyond this is delay. */
  readonly delayAbove?: number;
}

export const ruleFor = <Rule extends MetricRule>(
  rules: readonly Rule[],
  metricType: string,
  metricName: string,
): Rule | undefined =>
  rules.find(
    (rule) =>
      (rule.metricType === undefined || rule.metricType === metricType) &&
      (rule.metricName === undefined || rule.metricName === metricName),
  );

export interface MetricFilter {
  readonly metricType?: string;
  readonly metricName?: string;
  readonly platform?: string;
  readonly appVersion?: string;
  /** Part of a name, without regard to case. */
  readonly search?: string;
}

export interface MetricsParams {
  readonly scope: Scope;
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
  readonly filter: MetricFilter;
  readonly breakdown?: MetricDimension;
  readonly rules: readonly MetricRule[];
}

/** How are the metrics doing, those with the most values first, and how was it in the period before of the same length? */
export interface PerformanceSummaryParams extends MetricsParams {
  readonly page: PageRequest;
}

/** The same percentiles everywhere; values between two ranks are interpolated between both neighbours. */
export const percentiles = { p50: 0.5, p75: 0.75, p90: 0.9, p95: 0.95, p99: 0.99 } as const;
export type Percentiles = { readonly [Name in keyof typeof percentiles]: number };

export interface MetricRate {
  readonly of: 'frames' | 'sessions';
  readonly part: number;
  readonly whole: number;
  /** By how much frames were late, all together; null where nothing is a frame. */
  readonly delayMs: number | null;
}

export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const;

/** Only where there are values. */
export interface MetricNumbers {
  readonly count: number;
  readonly percentiles: Percentiles;
  readonly errors: number;
  readonly overThreshold: number;
  readonly trimmed: number;
  /** In the order of statusClasses; empty when there is no request among the metrics. */
  readonly statuses: readonly number[];
  readonly rate: MetricRate | null;
  /** In the period before; null when there was nothing. */
  readonly before: {
    readonly count: number;
    readonly errors: number;
    readonly percentiles: Percentiles;
    readonly rate: MetricRate | null;
  } | null;
}

export interface MetricSummary extends MetricNumbers {
  readonly id: string;
  readonly metricType: string;
  readonly metricName: string;
  /** Empty without a breakdown. */
  readonly values: readonly (MetricNumbers & { readonly value: string })[];
}

export interface MetricSummaryPage {
  readonly rows: readonly MetricSummary[];
  readonly nextCursor: string | null;
}

/** How did some metrics move? Asked for metrics that are known by type and name. */
export interface PerformanceSeriesParams extends MetricsParams {
  readonly metrics: readonly { readonly metricType: string; readonly metricName: string }[];
  readonly interval: Interval;
  /** Where days begin, as an IANA name. */
  readonly timezone: string;
}

export interface MetricPoint {
  readonly metricType: string;
  readonly metricName: string;
  /** Null without a breakdown. */
  readonly value: string | null;
  readonly bucketMs: number;
  readonly count: number;
  readonly errors: number;
  readonly percentiles: Percentiles;
}

/** Points of an answer, over all metrics and values. */
export const MAX_METRIC_POINTS = 20_000;

/** How are the values of one metric spread? */
export interface PerformanceDistributionParams extends MetricsParams {
  readonly metricName: string;
}

/** From is inclusive, to exclusive; to is null for the last, which has no end. */
interface HistogramBucket {
  readonly from: number;
  readonly to: number | null;
  readonly count: number;
}

export interface Distribution {
  /** The one that most of the values have, when the query did not say. */
  readonly metricType: string;
  readonly count: number;
  readonly trimmed: number;
  readonly min: number;
  readonly max: number;
  readonly percentiles: Percentiles;
  readonly scale: 'linear' | 'log';
  readonly buckets: readonly HistogramBucket[];
  readonly values: readonly {
    readonly value: string;
    readonly count: number;
    readonly percentiles: Percentiles;
    /** In the order of the buckets. */
    readonly counts: readonly number[];
  }[];
}

/** Undefined when there is no value. */
export type DistributionResult = Distribution | undefined;

/** So many values of a breakdown are shown by themselves, those with the most metrics. */
export const MAX_METRIC_VALUES = 12;

export const performanceSummaryQuery = defineQuery<PerformanceSummaryParams, MetricSummaryPage>('performanceSummary');
export const performanceSeriesQuery = defineQuery<PerformanceSeriesParams, readonly MetricPoint[]>('performanceSeries');
export const performanceDistributionQuery = defineQuery<PerformanceDistributionParams, DistributionResult>(
  'performanceDistribution',
);
