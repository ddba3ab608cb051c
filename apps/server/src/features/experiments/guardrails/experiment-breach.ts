import { type EvidenceState, evidenceState, readEvidence } from '../../guardrails/evidence-state.ts';
import type { ExperimentBreach, MetricType } from '../experiment-store.ts';

/** As it is stored, logged and shown. */
export type ExperimentBreachState = EvidenceState & {
  readonly event_name: string;
  readonly metric_type: MetricType;
  readonly variant_key: string;
  readonly at: string;
};

export function experimentBreachState(breach: ExperimentBreach): ExperimentBreachState {
  const { eventName, metricType, variantKey, atMs } = breach;
  return {
    event_name: eventName,
    metric_type: metricType,
    variant_key: variantKey,
    at: new Date(atMs).toISOString(),
    ...evidenceState(breach),
  };
}

export function readExperimentBreach(state: ExperimentBreachState): ExperimentBreach {
  return {
    ...readEvidence(state),
    eventName: state.event_name,
    metricType: state.metric_type,
    variantKey: state.variant_key,
    atMs: Date.parse(state.at),
  };
}

type Named = Pick<ExperimentBreach, 'eventName' | 'metricType' | 'variantKey'>;

export const isSameBreach = (a: Named, b: Named): boolean =>
  a.eventName === b.eventName && a.metricType === b.metricType && a.variantKey === b.variantKey;
