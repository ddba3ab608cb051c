export type EvaluationReason = 'KILLED' | 'RULE_MATCH' | 'ROLLOUT' | 'DEFAULT' | 'NOT_FOUND' | 'ERROR';

/** What a flag is for a subject, and why. Shared between evaluations, so nobody may change it. */
export interface FlagEvaluation {
  /** undefined when, and only when, the reason is NOT_FOUND. */
  readonly value: unknown;
  readonly reason: EvaluationReason;
  /** Of the rule that decided. */
  readonly ruleId?: string;
  /** Of the percentage that decided, and what it was hashed from; 100 percent needs no bucket. */
  readonly bucket?: number;
  readonly hashInput?: string;
  readonly error?: string;
}

export const notFound: FlagEvaluation = { value: undefined, reason: 'NOT_FOUND' };

export const failedWith = (value: unknown, error: unknown): FlagEvaluation => ({
  value,
  reason: 'ERROR',
  error: error instanceof Error ? error.message : String(error),
});
