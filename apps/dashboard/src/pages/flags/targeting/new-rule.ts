import type { Rule, ValueType } from './targeting.ts';

/** The value that a rule would be made for: not what everybody has anyway. */
export function otherValue(valueType: ValueType, defaultValue: unknown): unknown {
  return valueType === 'boolean' ? defaultValue !== true : defaultValue;
}

/** A rule keeps the id it is sent with, and buckets are made from it, so it gets one at once. */
export function newRule(valueType: ValueType, defaultValue: unknown, mintId: () => string): Rule {
  return {
    id: mintId(),
    name: null,
    conditions: [{ field: '', op: 'eq', values: [] }],
    value: otherValue(valueType, defaultValue),
    percentage: 100,
    enabled: true,
  };
}

/** The same rule with buckets of its own. */
export function duplicateRule(rule: Rule, mintId: () => string): Rule {
  return { ...rule, id: mintId(), name: rule.name === null ? null : `${rule.name} (copy)`.slice(0, 200) };
}
