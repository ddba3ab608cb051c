import { builtInMetric, DEFAULT_ANALYSIS, type Wire } from '@lamppost/protocol';
import type { Condition } from '../../edge/targeting-rules.ts';
import type { BucketRange } from '../layers/bucket-ranges.ts';
import type {
  Analysis,
  Experiment,
  ExperimentStatus,
  ExperimentUnit,
  Metric,
  MetricDirection,
  MetricType,
  Override,
  Variant,
} from './experiment-store.ts';
import { type ExperimentBreachState, experimentBreachState } from './guardrails/experiment-breach.ts';

/** An experiment in the change log. */
export type ExperimentState = {
  readonly id: string;
  readonly environment_id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly hypothesis: string | null;
  readonly unit: ExperimentUnit;
  readonly traffic_pct: number;
  readonly variants: readonly VariantState[];
  readonly metrics: readonly MetricState[];
  readonly analysis: AnalysisState;
  readonly status: ExperimentStatus;
  readonly winner: string | null;
  /** These are not in entries of versions before them. */
  readonly audience?: readonly Condition[];
  readonly overrides?: readonly OverrideState[];
  readonly layer?: string | null;
  readonly layer_id?: string | null;
  readonly ranges?: readonly BucketRange[] | null;
  readonly guardrail_breaches?: readonly ExperimentBreachState[];
  readonly started_at: string | null;
  readonly completed_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

export type VariantState = {
  readonly key: string;
  readonly name: string;
  readonly is_control: boolean;
  readonly weight: number;
  readonly payload: Readonly<Record<string, unknown>>;
};

export type OverrideState = {
  readonly variant_key: string;
  readonly user_ids: readonly string[];
  readonly group_keys: readonly string[];
};

export type MetricState = {
  readonly event_name: string;
  readonly metric_type: MetricType;
  readonly aggregation_field: string | null;
  readonly is_primary: boolean;
  readonly is_guardrail: boolean;
  readonly name: string | null;
  readonly direction: MetricDirection;
  readonly conversion_window_hours: number | null;
  readonly denominator_event: string | null;
  readonly denominator_field: string | null;
  readonly margin: number;
};

/** As it may be stored: version 0.1.0 knew the first fields only. */
export type StoredMetric = Pick<
  MetricState,
  'event_name' | 'metric_type' | 'aggregation_field' | 'is_primary' | 'is_guardrail'
> &
  Partial<MetricState>;

export type AnalysisState = Readonly<Wire['ExperimentAnalysis']>;

export function experimentState(experiment: Experiment): ExperimentState {
  return {
    id: experiment.id,
    environment_id: experiment.environmentId,
    key: experiment.key,
    name: experiment.name,
    description: experiment.description,
    hypothesis: experiment.hypothesis,
    unit: experiment.unit,
    traffic_pct: experiment.trafficPct,
    variants: experiment.variants.map(variantState),
    metrics: experiment.metrics.map(metricState),
    analysis: analysisState(experiment.analysis),
    status: experiment.status,
    winner: experiment.winner,
    audience: experiment.audience,
    overrides: experiment.overrides.map(overrideState),
    layer: experiment.layer?.key ?? null,
    layer_id: experiment.layer?.id ?? null,
    ranges: experiment.ranges,
    guardrail_breaches: experiment.breaches.map(experimentBreachState),
    started_at: isoOrNull(experiment.startedAtMs),
    completed_at: isoOrNull(experiment.completedAtMs),
    created_at: new Date(experiment.createdAtMs).toISOString(),
    updated_at: new Date(experiment.updatedAtMs).toISOString(),
  };
}

export function variantState({ key, name, isControl, weight, payload }: Variant): VariantState {
  return { key, name, is_control: isControl, weight, payload };
}

export function readVariant({ key, name, is_control, weight, payload }: VariantState): Variant {
  return { key, name, isControl: is_control, weight, payload };
}

export function overrideState({ variantKey, userIds, groupKeys }: Override): OverrideState {
  return { variant_key: variantKey, user_ids: userIds, group_keys: groupKeys };
}

export function readOverride({ variant_key, user_ids, group_keys }: OverrideState): Override {
  return { variantKey: variant_key, userIds: user_ids, groupKeys: group_keys };
}

export function metricState(metric: Metric): MetricState {
  return {
    event_name: metric.eventName,
    metric_type: metric.metricType,
    aggregation_field: metric.aggregationField,
    is_primary: metric.isPrimary,
    is_guardrail: metric.isGuardrail,
    name: metric.name,
    direction: metric.direction,
    conversion_window_hours: metric.conversionWindowHours,
    denominator_event: metric.denominatorEvent,
    denominator_field: metric.denominatorField,
    margin: metric.margin,
  };
}

export function readMetric(metric: StoredMetric): Metric {
  return {
    eventName: metric.event_name,
    metricType: metric.metric_type,
    aggregationField: metric.aggregation_field,
    isPrimary: metric.is_primary,
    isGuardrail: metric.is_guardrail,
    name: metric.name ?? null,
    direction: metric.direction ?? directionOf(metric.event_name),
    conversionWindowHours: metric.conversion_window_hours ?? null,
    denominatorEvent: metric.denominator_event ?? null,
    denominatorField: metric.denominator_field ?? null,
    margin: metric.margin ?? 0,
  };
}

/** Which way is good where nobody says. */
export const directionOf = (eventName: string): MetricDirection => builtInMetric(eventName)?.direction ?? 'increase';

export function analysisState(analysis: Analysis): AnalysisState {
  return {
    engine: analysis.engine,
    confidence_level: analysis.confidenceLevel,
    correction: analysis.correction,
    min_units: analysis.minUnits,
    covariate_days: analysis.covariateDays,
    cap_quantile: analysis.capQuantile,
    planned_days: analysis.plannedDays,
    guardrail_action: analysis.guardrailAction,
  };
}

/** Keys that are not there are defaults. */
export function readAnalysis(stored: Partial<AnalysisState>): Analysis {
  const whole = { ...DEFAULT_ANALYSIS, ...stored };
  return {
    engine: whole.engine,
    confidenceLevel: whole.confidence_level,
    correction: whole.correction,
    minUnits: whole.min_units,
    covariateDays: whole.covariate_days,
    capQuantile: whole.cap_quantile,
    plannedDays: whole.planned_days,
    guardrailAction: whole.guardrail_action,
  };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
