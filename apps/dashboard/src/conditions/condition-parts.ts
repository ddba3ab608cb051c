import type { Condition } from './condition.ts';
import { operatorWords } from './condition-words.ts';

/** A piece of a sentence: `term` is what somebody has chosen, `word` is what stands between. */
export interface SentencePart {
  readonly kind: 'word' | 'term' | 'value';
  readonly text: string;
}

const MAX_LISTED = 5;

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

/** "if plan is pro and country is one of DE or AT", or "all users" */
export function conditionsParts(conditions: readonly Condition[]): SentencePart[] {
  if (conditions.length === 0) return [{ kind: 'word', text: 'all users' }];
  return conditions.flatMap((condition, index): SentencePart[] => [
    { kind: 'word', text: index === 0 ? 'if' : 'and' },
    ...conditionParts(condition),
  ]);
}
