import type { GuardrailEvidence } from './guardrail-evidence.ts';

/** Evidence as it is stored, logged and shown. */
export type EvidenceState = {
  readonly state: GuardrailEvidence['state'];
  readonly reason: string | null;
  readonly treatment: { readonly units: number; readonly value: number | null };
  readonly control: { readonly units: number; readonly value: number | null };
  readonly lift_rel: number | null;
  readonly p_value: number | null;
};

export function evidenceState(evidence: GuardrailEvidence): EvidenceState {
  const { state, reason, treatment, control, liftRel, pValue } = evidence;
  return { state, reason, treatment, control, lift_rel: liftRel, p_value: pValue };
}

export function readEvidence(evidence: EvidenceState): GuardrailEvidence {
  const { state, reason, treatment, control, lift_rel, p_value } = evidence;
  return { state, reason, treatment, control, liftRel: lift_rel, pValue: p_value };
}
