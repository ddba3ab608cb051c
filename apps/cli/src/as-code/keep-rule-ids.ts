import type { RuleSpec } from './flag-spec.ts';
import { sameJson } from './same-json.ts';

/**
 * Rules without an id take that of the rule they stand for, so that a file without ids never reshuffles anyone:
 * one of the same name, else one that says the same.
 */
export function keepRuleIds(wanted: readonly RuleSpec[], existing: readonly RuleSpec[]): RuleSpec[] {
  const taken = new Set(wanted.flatMap(({ id }) => (id === undefined ? [] : [id])));
  const free = existing.filter(({ id }) => id !== undefined && !taken.has(id));
  const take = (matches: (rule: RuleSpec) => boolean): string | undefined => {
    const at = free.findIndex(matches);
    return at === -1 ? undefined : free.splice(at, 1)[0]?.id;
  };
  const exact = wanted.map((rule) => rule.id ?? take((other) => sameJson(contentOf(other), contentOf(rule))));
  return wanted.map((rule, index) => {
    const id = exact[index] ?? (rule.name === null ? undefined : take((other) => other.name === rule.name));
    return { ...(id === undefined ? {} : { id }), ...contentOf(rule) };
  });
}

function contentOf({ name, conditions, value, percentage, enabled }: RuleSpec): RuleSpec {
  return { name, conditions, value, percentage, enabled };
}
