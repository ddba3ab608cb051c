import type { Wire } from '@lamppost/protocol';

export type Results = Wire['ExperimentResults'];
export type MetricResult = Results['metrics'][number];
export type VariantResult = MetricResult['variants'][number];
export type Segment = NonNullable<Results['segments']>[number];
export type Change = Results['changes'][number];

/** The variant that the others are compared with. */
export const controlKeyOf = (exposures: Results['exposures']): string | undefined =>
  exposures.find(({ is_control }) => is_control)?.variant_key;

export const primaryMetricOf = (metrics: readonly MetricResult[]): MetricResult | undefined =>
  metrics.find(({ is_primary }) => is_primary);

export interface MetricGroup {
  readonly role: 'Primary' | 'Secondary' | 'Guardrails';
  readonly metrics: readonly MetricResult[];
}

/** By what they are for: those that decide first. A group without metrics is left out. */
export function metricGroups(metrics: readonly MetricResult[]): readonly MetricGroup[] {
  const groups: readonly MetricGroup[] = [
    { role: 'Primary', metrics: metrics.filter(({ is_primary }) => is_primary) },
    { role: 'Secondary', metrics: metrics.filter(({ is_primary, is_guardrail }) => !is_primary && !is_guardrail) },
    { role: 'Guardrails', metrics: metrics.filter(({ is_primary, is_guardrail }) => !is_primary && is_guardrail) },
  ];
  return groups.filter((group) => group.metrics.length > 0);
}

/** Stable over renders: the order of metrics is that of the design. */
export const metricId = (metric: MetricResult): string =>
  [
    metric.event_name,
    metric.metric_type,
    metric.aggregation_field ?? '',
    metric.denominator_event ?? '',
    metric.conversion_window_hours ?? '',
    metric.is_guardrail,
  ].join(' ');
