import { areFinite, type NotEnoughData, notEnoughData, requireShare } from './not-enough-data.ts';

export interface Caps {
  readonly kind: 'ok';
  /** Null: nothing is raised. */
  readonly lower: number | null;
  readonly upper: number;
}

export interface CapRule {
  /** Values above this quantile of all units are lowered to it. */
  readonly upperProbability: number;
  /** Values below this quantile are raised to it; for metrics that can be negative. */
  readonly lowerProbability?: number;
}

export const DEFAULT_CAP_RULE: CapRule = { upperProbability: 0.999 };

/** What the engine returns about the units of all variants together: discrete quantiles of their values. */
export interface PooledQuantiles {
  readonly units: number;
  readonly upper: number;
  readonly lower?: number;
}

/**
 * The caps, one pair for all variants: caps by variant would hide the very difference that is looked for. No caps
 * where they would leave no difference between units, as for a metric that fewer than 1 in 1,000 units have.
 */
export function capsOf(
  { units, upper, lower }: PooledQuantiles,
  rule: CapRule = DEFAULT_CAP_RULE,
): Caps | NotEnoughData {
  requireShare('upperProbability', rule.upperProbability);
  if (rule.lowerProbability !== undefined) requireShare('lowerProbability', rule.lowerProbability);
  if (!(units > 0)) return notEnoughData('no_units');
  if (!areFinite(upper, lower ?? 0)) return notEnoughData('not_finite');
  // Of fewer units the quantile is the largest value, and nothing would be capped.
  if (units * (1 - rule.upperProbability) < 1) return notEnoughData('too_few_units');
  const isTwoSided = rule.lowerProbability !== undefined && lower !== undefined;
  if (isTwoSided ? lower >= upper : upper === 0) return notEnoughData('zero_variance');
  return { kind: 'ok', lower: isTwoSided ? lower : null, upper };
}

export const winsorise = (value: number, { lower, upper }: Caps): number =>
  Math.min(upper, lower === null ? value : Math.max(lower, value));
