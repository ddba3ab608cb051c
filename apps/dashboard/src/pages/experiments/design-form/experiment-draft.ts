import type { Wire } from '@lamppost/protocol';
import type { Condition } from '../../../conditions/condition.ts';
import { conditionProblem } from '../../../conditions/condition-words.ts';
import { type MetricSource, sourceBody, sourceProblems, textOrNull } from '../../../insights/metrics/metric-choice.ts';
import type { Analysis, Experiment, Unit } from '../experiment.ts';

export interface VariantDraft {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly isControl: boolean;
  readonly weight: number;
  /** Undefined while what is written is no JSON. */
  readonly payload: unknown;
}

export interface MetricDraft extends MetricSource {
  readonly id: string;
  readonly role: 'primary' | 'secondary' | 'guardrail';
  readonly name: string;
  /** Events count for so long after the exposure; null: until now. */
  readonly windowHours: number | null;
  /** Of a guardrail: the relative harm that is tolerated, in percent. */
  readonly marginPct: number;
}

export const newMetric = (id: string, role: MetricDraft['role']): MetricDraft => ({
  id,
  event: null,
  type: 'conversion',
  field: '',
  role,
  name: '',
  direction: 'increase',
  windowHours: null,
  denominatorEvent: null,
  denominatorField: '',
  marginPct: 0,
});

export interface ExperimentDraft {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly hypothesis: string;
  readonly unit: Unit;
  readonly trafficPct: number;
  readonly variants: readonly VariantDraft[];
  readonly metrics: readonly MetricDraft[];
  readonly analysis: Analysis;
  /** All must hold; empty: all users. */
  readonly audience: readonly Condition[];
  /** Key of the layer whose other experiments it excludes. */
  readonly layer: string | null;
}

export const defaultAnalysis: Analysis = {
  engine: 'sequential',
  confidence_level: 0.95,
  correction: 'holm',
  min_units: 100,
  covariate_days: 14,
  cap_quantile: 0.999,
  planned_days: null,
  guardrail_action: 'none',
};

export const newDraft: ExperimentDraft = {
  key: '',
  name: '',
  description: '',
  hypothesis: '',
  unit: 'auto',
  trafficPct: 100,
  variants: [
    { id: 'v1', key: 'control', name: 'Control', isControl: true, weight: 50, payload: {} },
    { id: 'v2', key: 'treatment', name: 'Treatment', isControl: false, weight: 50, payload: {} },
  ],
  metrics: [newMetric('m1', 'primary')],
  analysis: defaultAnalysis,
  audience: [],
  layer: null,
};

export function draftOfExperiment(experiment: Experiment): ExperimentDraft {
  return {
    key: experiment.key,
    name: experiment.name,
    description: experiment.description ?? '',
    hypothesis: experiment.hypothesis ?? '',
    unit: experiment.unit,
    trafficPct: experiment.traffic_pct,
    variants: experiment.variants.map(({ key, name, is_control, weight, payload }, index) => ({
      id: `v${index + 1}`,
      key,
      name,
      isControl: is_control === true,
      weight,
      payload: payload ?? {},
    })),
    metrics: experiment.metrics.map((metric, index) => ({
      id: `m${index + 1}`,
      event: metric.event_name,
      type: metric.metric_type,
      field: metric.aggregation_field ?? '',
      role: metric.is_primary ? 'primary' : metric.is_guardrail ? 'guardrail' : 'secondary',
      name: metric.name ?? '',
      direction: metric.direction ?? 'increase',
      windowHours: metric.conversion_window_hours ?? null,
      denominatorEvent: metric.denominator_event ?? null,
      denominatorField: metric.denominator_field ?? '',
      marginPct: Math.round((metric.margin ?? 0) * 10_000) / 100,
    })),
    analysis: experiment.analysis,
    audience: experiment.audience,
    layer: experiment.layer,
  };
}

/** Hundredths of a percent are as exact as buckets are; what is left over goes to the last. */
export function evenWeights(count: number): number[] {
  const each = Math.floor(10_000 / count);
  return Array.from({ length: count }, (_, index) => (index < count - 1 ? each : 10_000 - each * (count - 1)) / 100);
}

export function evenSplit(variants: readonly VariantDraft[]): VariantDraft[] {
  const weights = evenWeights(variants.length);
  return variants.map((variant, index) => ({ ...variant, weight: weights[index] ?? variant.weight }));
}

/** To hundredths, as the server counts. */
export const weightSum = (variants: readonly { readonly weight: number }[]): number =>
  Math.round(variants.reduce((total, { weight }) => total + weight * 100, 0)) / 100;

/** A name for the next one that no other has: `c3`, `v3`. */
export function freeName(prefix: string, taken: readonly string[]): string {
  let number = taken.length + 1;
  while (taken.includes(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}

export type FormProblems = Readonly<Record<string, string>>;

const keyPattern = /^[a-z][a-z0-9_]{1,127}$/;

/** What the server would refuse, at the place where the form shows it. */
export function formProblems(draft: ExperimentDraft): FormProblems {
  const problems: Record<string, string> = {};
  if (draft.name.trim() === '') problems.name = 'Enter a name';
  if (!keyPattern.test(draft.key)) {
    problems.key = 'Use at least 2 of a–z, 0–9 and _, starting with a letter';
  }
  Object.assign(problems, audienceProblems(draft.audience));
  const keys = draft.variants.map(({ key }) => key);
  for (const [index, variant] of draft.variants.entries()) {
    if (variant.key.trim() === '') problems[`variants.${index}.key`] = 'Enter a key';
    else if (keys.indexOf(variant.key) !== index) problems[`variants.${index}.key`] = 'Another variant has this key';
    if (variant.name.trim() === '') problems[`variants.${index}.name`] = 'Enter a name';
    if (!(variant.weight >= 1)) problems[`variants.${index}.weight`] = 'At least 1 %';
    if (typeof variant.payload !== 'object' || variant.payload === null || Array.isArray(variant.payload)) {
      problems[`variants.${index}.payload`] = 'A payload must be a JSON object, for example {}';
    }
  }
  const sum = weightSum(draft.variants);
  if (sum !== 100) problems.variants = `Weights must add up to 100 % (now ${sum} %)`;
  else if (draft.variants.filter(({ isControl }) => isControl).length !== 1) {
    problems.variants = 'Select one variant as the control';
  }
  for (const [index, metric] of draft.metrics.entries()) {
    for (const [field, words] of Object.entries(sourceProblems(metric))) problems[`metrics.${index}.${field}`] = words;
  }
  if (!draft.metrics.some(({ role }) => role === 'primary')) {
    problems.metrics = 'Add at least one primary metric';
  }
  return problems;
}

export function audienceProblems(audience: readonly Condition[]): FormProblems {
  const problems: Record<string, string> = {};
  for (const [index, condition] of audience.entries()) {
    const problem = conditionProblem(condition);
    if (problem !== undefined) problems[`audience.${index}`] = problem;
  }
  return problems;
}

export const audienceBody = (audience: readonly Condition[]): Wire['AudienceBody']['audience'] =>
  audience.map(({ field, op, values }) => ({ field, op, values: [...values] }));

export function bodyOf(draft: ExperimentDraft): Omit<Wire['NewExperimentBody'], 'key' | 'environment_id'> {
  return {
    name: draft.name.trim(),
    description: textOrNull(draft.description),
    hypothesis: textOrNull(draft.hypothesis),
    unit: draft.unit,
    traffic_pct: draft.trafficPct,
    variants: draft.variants.map(({ key, name, isControl, weight, payload }) => ({
      key,
      name: name.trim(),
      is_control: isControl,
      weight,
      payload: payload as Record<string, unknown>,
    })),
    metrics: draft.metrics.map(metricBody),
    analysis: draft.analysis,
    audience: audienceBody(draft.audience),
    layer: draft.layer,
  };
}

function metricBody(metric: MetricDraft): Wire['NewExperimentBody']['metrics'][number] {
  return {
    ...sourceBody(metric),
    is_primary: metric.role === 'primary',
    is_guardrail: metric.role === 'guardrail',
    name: textOrNull(metric.name),
    conversion_window_hours: metric.windowHours,
    margin: metric.role === 'guardrail' ? metric.marginPct / 100 : 0,
  };
}
