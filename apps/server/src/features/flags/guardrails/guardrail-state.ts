import { type EvidenceState, evidenceState, readEvidence } from '../../guardrails/evidence-state.ts';
import type { Guardrail, GuardrailBreach, GuardrailWatch } from './guardrail.ts';

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

export function breachState(breach: GuardrailBreach): BreachState {
  const { guardrailId, atMs } = breach;
  return { ...evidenceState(breach), guardrail_id: guardrailId, at: new Date(atMs).toISOString() };
}

function readBreach(breach: BreachState): GuardrailBreach {
  return { ...readEvidence(breach), guardrailId: breach.guardrail_id, atMs: Date.parse(breach.at) };
}
