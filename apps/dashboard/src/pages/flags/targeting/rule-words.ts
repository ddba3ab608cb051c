import { conditionsParts, type SentencePart } from '../../../conditions/condition-parts.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import type { Rule, TargetingDraft } from './targeting.ts';

const MAX_VALUE_LENGTH = 80;

/** A flag's value as people write it: texts in quotes, so that "true" is not taken for true. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}

/** "if plan is pro and country is one of DE or AT → true for 100 %" */
export function ruleParts(rule: Pick<Rule, 'conditions' | 'value' | 'percentage'>): SentencePart[] {
  return [
    ...conditionsParts(rule.conditions),
    { kind: 'word', text: '→' },
    { kind: 'value', text: valueText(rule.value) },
    { kind: 'word', text: 'for' },
    { kind: 'term', text: formatPercent(rule.percentage) },
  ];
}

export const ruleText = (rule: Pick<Rule, 'conditions' | 'value' | 'percentage'>): string =>
  ruleParts(rule)
    .map(({ text }) => text)
    .join(' ');

export const ruleName = (rule: Pick<Rule, 'name'>, index: number): string =>
  rule.name === null || rule.name.trim() === '' ? `Rule ${index + 1}` : rule.name;

export function rolloutText(rollout: TargetingDraft['rollout']): string {
  if (rollout === null) return 'no rollout';
  return `${valueText(rollout.value)} for ${formatPercent(rollout.percentage)} of users`;
}
