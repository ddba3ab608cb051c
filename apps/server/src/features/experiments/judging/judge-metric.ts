import type { Analysis, Metric, MetricType } from '../experiment-store.ts';
import type { GroupMoments, GroupQuantile, MetricStatistics, UnitGroup } from '../queries/experiment-statistics.ts';
import { compareVariants, type VariantComparison } from './compare-variants.ts';
import {
  estimateMeans,
  estimateQuantiles,
  estimateRatios,
  type MetricEstimates,
  type VariantEstimate,
} from './metric-estimates.ts';

/** A guardrail is judged apart, unless it is what the experiment is about. */
export const isGuardrail = ({ isGuardrail, isPrimary }: Metric): boolean => isGuardrail && !isPrimary;

export interface JudgedVariant {
  readonly estimate: VariantEstimate;
  /** Null for the control. */
  readonly comparison: VariantComparison | null;
}

export interface JudgedMetric {
  readonly metric: Metric;
  /** Why there is nothing to judge. */
  readonly missing: string | null;
  readonly estimates: MetricEstimates;
  /** In the order of the experiment. */
  readonly variants: readonly JudgedVariant[];
}

export interface JudgingRule {
  readonly analysis: Analysis;
  /** The place of the control. */
  readonly control: number;
  readonly variants: number;
}

/** All of a metric that one look at its numbers gives, before it is held against other metrics. */
export function judgeMetric(
  metric: Metric,
  estimates: MetricEstimates,
  missing: string | null,
  { analysis, control }: JudgingRule,
): JudgedMetric {
  const margin = isGuardrail(metric) ? metric.margin : null;
  const rule = { analysis, direction: metric.direction, margin };
  const ofControl = estimates.variants[control];
  return {
    metric,
    missing,
    estimates,
    variants: estimates.variants.map((estimate, place) => ({
      estimate,
      comparison: place === control || ofControl === undefined ? null : compareVariants(ofControl, estimate, rule),
    })),
  };
}

/** What is known of a metric, however its units came to their variants. */
type MetricGroups =
  | { readonly kind: 'mean' | 'ratio'; readonly groups: readonly GroupMoments[] }
  | { readonly kind: 'quantile'; readonly groups: readonly GroupQuantile[] };

/** Of all units, or of one segment. */
export function estimatesOf(
  statistics: MetricGroups,
  metricType: MetricType,
  segment: number | null,
  variants: number,
): MetricEstimates {
  const isOf = (group: UnitGroup): boolean => group.segment === segment;
  if (statistics.kind === 'quantile') {
    return estimateQuantiles(statistics.groups.filter(isOf), metricType, variants);
  }
  const groups = statistics.groups.filter(isOf);
  return statistics.kind === 'ratio' ? estimateRatios(groups, variants) : estimateMeans(groups, metricType, variants);
}

export interface EstimatesPoint {
  readonly untilMs: number;
  readonly estimates: MetricEstimates;
}

/** The same at each point of the series. */
export function pointsOf(statistics: MetricStatistics, metric: Metric, variants: number): readonly EstimatesPoint[] {
  const { metricType } = metric;
  switch (statistics.kind) {
    case 'quantile':
      return statistics.points.map(({ untilMs, groups }) => ({
        untilMs,
        estimates: estimateQuantiles(groups, metricType, variants),
      }));
    case 'ratio':
      return statistics.points.map(({ untilMs, groups }) => ({ untilMs, estimates: estimateRatios(groups, variants) }));
    case 'mean':
      return statistics.points.map(({ untilMs, groups }) => ({
        untilMs,
        estimates: estimateMeans(groups, metricType, variants),
      }));
  }
}
