import type { Wire } from '@lamppost/protocol';
import { formatPercent } from '../../../design/format/format-number.ts';
import { operatorWords } from './condition-words.ts';
import { valuesText } from './rule-words.ts';
import type { Condition } from './targeting.ts';

export type Explanation = Wire['ExplainAnswer']['data'];
type RuleLine = Explanation['rules'][number];
type Share = { readonly percentage: number; readonly bucket: number | null };

/** Why the value is what it is, in one sentence. */
export function reasonWords({ reason, rule_id, rules, rollout }: Explanation): string {
  switch (reason) {
    case 'KILLED':
      return 'The flag is killed: everybody gets this.';
    case 'RULE_MATCH': {
      const index = rules.findIndex((rule) => rule.rule_id === rule_id);
      const name = rules[index]?.name;
      return `Rule ${index + 1}${name ? ` “${name}”` : ''} matches.`;
    }
    case 'ROLLOUT':
      return rollout === null ? 'The rollout includes them.' : `The rollout includes them: ${shareWords(rollout)}.`;
    case 'DEFAULT':
      return 'No rule and no rollout includes them, so it is the default.';
    case 'NOT_FOUND':
      return 'The flag is not served to them: it is archived, or not for this platform.';
    case 'ERROR':
      return 'The flag could not be evaluated, so it is the default.';
  }
}

/** "bucket 37, and buckets below 30 are in" */
export function shareWords({ percentage, bucket }: Share): string {
  if (percentage >= 100) return 'it is for everybody';
  if (bucket === null) return `it is for ${formatPercent(percentage)}`;
  return `bucket ${bucket} of 100, and those below ${formatPercent(percentage).replace(/\u202f%/, '')} are in`;
}

export interface OutcomeWords {
  readonly isMatch: boolean;
  readonly words: string;
}

export function outcomeWords(line: RuleLine): OutcomeWords {
  switch (line.outcome) {
    case 'matched':
      return { isMatch: true, words: `matches; ${shareWords(line)}` };
    case 'outside_percentage':
      return { isMatch: false, words: `conditions hold, but ${shareWords(line)}` };
    case 'no_identity':
      return { isMatch: false, words: 'conditions hold, but a share needs a user or a device' };
    case 'not_reached':
      return { isMatch: false, words: 'not reached' };
    case 'disabled':
      return { isMatch: false, words: 'switched off' };
    case 'condition_failed':
      return { isMatch: false, words: failedWords(line.failed_condition) };
  }
}

function failedWords(failed: RuleLine['failed_condition']): string {
  if (failed === null) return 'a condition does not hold';
  const { field, op, values, actual } = failed as unknown as Condition & { readonly actual?: unknown };
  const known = actual === undefined || actual === null ? 'it is not known' : `it is ${JSON.stringify(actual)}`;
  const { words, takes } = operatorWords(op);
  return `does not hold: ${field} ${words}${takes === 'nothing' ? '' : ` ${valuesText(values)}`} (${known})`;
}

export interface ContextField {
  readonly name: string;
  readonly value: string;
}

/** What was typed as an attribute: numbers and truths are such, everything else is a text. */
export function readAttribute(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The context that is sent. Facts are texts whatever they look like; empty ones are left out. */
export function contextOf(
  ids: { readonly user_id: string; readonly device_id: string },
  fields: readonly ContextField[],
  facts: ReadonlySet<string>,
): Record<string, unknown> {
  const context: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(ids)) if (value.trim() !== '') context[name] = value.trim();
  for (const { name, value } of fields) {
    if (name.trim() === '' || value === '') continue;
    context[name.trim()] = facts.has(name.trim()) ? value : readAttribute(value);
  }
  return context;
}
