import type { Guardrail, GuardrailBreach, GuardrailEvidence, GuardrailWatch } from './guardrail.ts';

/** Guardrails as they are stored, logged and shown. */
export type WatchState = {
  readonly id: string;
  readonly guardrails: readonly GuardrailState[];
  readonly confidence_level: number;
  readonly since: string | null;
  readonly breach: BreachState | null;
};

export type GuardrailState = {
  readonly id: string;
  readonly event_name: string;
  readonly metric_type: Guardrail['metricType'];
  readonly aggregation_field: string | null;
  readonly denominator_event: string | null;
  readonly denominator_field: string | null;
  readonly name: string | null;
  readonly direction: Guardrail['direction'];
  readonly margin: number;
};

export type EvidenceState = {
  readonly state: GuardrailEvidence['state'];
  readonly reason: string | null;
  readonly treatment: { readonly units: number; readonly value: number | null };
  readonly control: { readonly units: number; readonly value: number | null };
  readonly lift_rel: number | null;
  readonly p_value: number | null;
};

export type BreachState = EvidenceState & { readonly guardrail_id: string; readonly at: string };

export function watchState({ id, guardrails, confidenceLevel, sinceMs, breach }: GuardrailWatch): WatchState {
  return {
    id,
    guardrails: guardrails.map(guardrailState),
    confidence_level: confidenceLevel,
    since: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    breach: breach && breachState(breach),
  };
}

export function readWatch({ id, guardrails, confidence_level, since, breach }: WatchState): GuardrailWatch {
  return {
    id,
    guardrails: guardrails.map(readGuardrail),
    confidenceLevel: confidence_level,
    sinceMs: since === null ? null : Date.parse(since),
    breach: breach && readBreach(breach),
  };
}

export function guardrailState(guardrail: Guardrail): GuardrailState {
  return {
    id: guardrail.id,
    event_name: guardrail.eventName,
    metric_type: guardrail.metricType,
    aggregation_field: guardrail.aggregationField,
    denominator_event: guardrail.denominatorEvent,
    denominator_field: guardrail.denominatorField,
    name: guardrail.name,
    direction: guardrail.direction,
    margin: guardrail.margin,
  };
}

function readGuardrail(state: GuardrailState): Guardrail {
  return {
    id: state.id,
    eventName: state.event_name,
    metricType: state.metric_type,
    aggregationField: state.aggregation_field,
    denominatorEvent: state.denominator_event,
    denominatorField: state.denominator_field,
    name: state.name,
    direction: state.direction,
    margin: state.margin,
  };
}

export function evidenceState(evidence: GuardrailEvidence): EvidenceState {
  const { state, reason, treatment, control, liftRel, pValue } = evidence;
  return { state, reason, treatment, control, lift_rel: liftRel, p_value: pValue };
}

export function breachState(breach: GuardrailBreach): BreachState {
  const { guardrailId, atMs } = breach;
  return { ...evidenceState(breach), guardrail_id: guardrailId, at: new Date(atMs).toISOString() };
}

export function readBreach({ guardrail_id, at, lift_rel, p_value, ...evidence }: BreachState): GuardrailBreach {
  return { ...evidence, liftRel: lift_rel, pValue: p_value, guardrailId: guardrail_id, atMs: Date.parse(at) };
}
