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
