import type { Metric } from '../../experiments/experiment-store.ts';

/** A metric that must not get worse by more than the margin, as experiments have them. */
export interface Guardrail extends Omit<Metric, 'isPrimary' | 'isGuardrail' | 'conversionWindowHours'> {
  readonly id: string;
}

export interface ArmEvidence {
  readonly units: number;
  readonly value: number | null;
}

/** Those who were served the new value against those who were not. */
export interface GuardrailEvidence {
  readonly state: 'ok' | 'breached' | 'not_enough_data';
  /** Why there is nothing to judge. */
  readonly reason: string | null;
  readonly treatment: ArmEvidence;
  readonly control: ArmEvidence;
  /** Of the treatment over the control; a fraction. */
  readonly liftRel: number | null;
  /** Holds at every look. */
  readonly pValue: number | null;
}

export interface GuardrailBreach extends GuardrailEvidence {
  readonly guardrailId: string;
  readonly atMs: number;
}

/** The guardrails of a flag in an environment, and the comparison that is under way. */
export interface GuardrailWatch {
  /** A new one whenever the comparison begins anew: what was found before says nothing any more. */
  readonly id: string;
  readonly guardrails: readonly Guardrail[];
  readonly confidenceLevel: number;
  /** Null: nobody is being served a rollout. */
  readonly sinceMs: number | null;
  readonly breach: GuardrailBreach | null;
}
