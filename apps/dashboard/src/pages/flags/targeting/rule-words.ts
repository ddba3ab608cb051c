import { formatPercent } from '../../../design/format/format-number.ts';
import { operatorWords } from './condition-words.ts';
import type { Condition, Rule, TargetingDraft } from './targeting.ts';

/** A piece of a sentence: `term` is what somebody has chosen, `word` is what stands between. */
export interface SentencePart {
  readonly kind: 'word' | 'term' | 'value';
  readonly text: string;
}

const MAX_VALUE_LENGTH = 80;
const MAX_LISTED = 5;

/** A flag's value as people write it: texts in quotes, so that "true" is not taken for true. */
export function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH - 1)}…` : text;
}

export function valuesText(values: Condition['values']): string {
  if (values.length === 0) return '…';
  const shown = values.slice(0, MAX_LISTED).map((value) => (value === '' ? '""' : String(value)));
  const more = values.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${more} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}` : (shown[0] ?? '…');
}

function conditionParts({ field, op, values }: Condition): SentencePart[] {
  const { words, takes } = operatorWords(op);
  const start: SentencePart[] = [
    { kind: 'term', text: field === '' ? '…' : field },
    { kind: 'word', text: words },
  ];
  return takes === 'nothing' ? start : [...start, { kind: 'term', text: valuesText(values) }];
}

/** "if plan is pro and country is one of DE or AT → true for 100 %" */
export function ruleParts(rule: Pick<Rule, 'conditions' | 'value' | 'percentage'>): SentencePart[] {
  const conditions = rule.conditions.flatMap((condition, index): SentencePart[] => [
    { kind: 'word', text: index === 0 ? 'if' : 'and' },
    ...conditionParts(condition),
  ]);
  const start: SentencePart[] = conditions.length === 0 ? [{ kind: 'word', text: 'all users' }] : conditions;
  return [
    ...start,
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
