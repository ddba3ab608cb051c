import type { Metric } from '../../experiments/experiment-store.ts';
import type { GuardrailEvidence } from '../../guardrails/guardrail-evidence.ts';

/** A metric that must not get worse by more than the margin, as experiments have them. */
export interface Guardrail extends Omit<Metric, 'isPrimary' | 'isGuardrail' | 'conversionWindowHours'> {
  readonly id: string;
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
