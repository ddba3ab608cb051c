import type { ConditionSpec, RolloutSpec, RuleSpec } from '../flag-spec.ts';
import { sameJson } from '../same-json.ts';
import { ruleOf } from './imported-flags.ts';

export interface Share {
  readonly value: unknown;
  readonly weight: number;
}

const hundredths = (value: number): number => Math.round(value * 100) / 100;

/**
 * Rules that give each value its share of those who match, and everybody one of them. Each rule has buckets of its own, so
 * the second gets its share of those whom the first left over.
 */
export function shareRules(conditions: readonly ConditionSpec[], shares: readonly Share[]): RuleSpec[] {
  const used = shares.filter(({ weight }) => weight > 0);
  let rest = used.reduce((sum, { weight }) => sum + weight, 0);
  return used.map(({ value, weight }, index) => {
    const percentage = index === used.length - 1 ? 100 : hundredths((100 * weight) / rest);
    rest -= weight;
    return ruleOf(conditions, value, percentage);
  });
}

/** The same for everybody: as a rollout where there is one value beside the default. */
export function shareForAll(
  shares: readonly Share[],
  defaultValue: unknown,
): { rules: readonly RuleSpec[]; rollout: RolloutSpec | null } {
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  const others = shares.filter(({ value, weight }) => weight > 0 && !sameJson(value, defaultValue));
  const [only] = others;
  if (only === undefined) return { rules: [], rollout: null };
  if (others.length > 1) return { rules: shareRules([], shares), rollout: null };
  return { rules: [], rollout: { percentage: hundredths((100 * only.weight) / total), value: only.value } };
}
