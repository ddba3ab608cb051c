import type { Wire } from '@lamppost/protocol';

export type Flag = Wire['FlagRow'];
export type Targeting = Wire['Targeting'];
export type Rule = Targeting['rules'][number];
export type ValueType = Flag['value_type'];

/** What can be edited and saved; the kill switch is not part of it, it acts at once. */
export interface TargetingDraft {
  readonly rules: readonly Rule[];
  readonly rollout: { readonly percentage: number; readonly value: unknown } | null;
}

/** As much of it as its state in words needs; the ruleset has this much of every flag. */
export interface Aim {
  readonly rules: readonly Pick<Rule, 'enabled' | 'value' | 'percentage'>[];
  readonly rollout: { readonly percentage: number; readonly value: unknown } | null;
  readonly kill: Targeting['kill'];
}

export function draftOf({ rules, rollout }: Pick<Targeting, 'rules' | 'rollout'>): TargetingDraft {
  return { rules, rollout: rollout && { percentage: rollout.percentage, value: rollout.value } };
}

/** Key by key, whatever the order of members, since a value of the type json may come back in another one. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  return names.every(
    (name) =>
      Object.hasOwn(b, name) && isSameValue((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
  );
}

export const isSameDraft = (a: TargetingDraft, b: TargetingDraft): boolean => isSameValue(a, b);

/** The rule moved to another place; the others keep their order. */
export function moveRule(rules: readonly Rule[], from: number, to: number): readonly Rule[] {
  const moved = rules[from];
  const target = Math.max(0, Math.min(rules.length - 1, to));
  if (moved === undefined || target === from) return rules;
  const rest = rules.filter((_, index) => index !== from);
  return [...rest.slice(0, target), moved, ...rest.slice(target)];
}
