import type { Wire } from '@lamppost/protocol';
import { failedWords } from '../../../conditions/failed-words.ts';
import { formatPercent } from '../../../design/format/format-number.ts';
import { valueText } from './rule-words.ts';

export type Explanation = Wire['ExplainAnswer']['data'];
type RuleLine = Explanation['rules'][number];
type Share = { readonly percentage: number; readonly bucket: number | null };

/** Why the value is what it is, in one sentence. */
export function reasonWords({ reason, rule_id, rules, rollout, prerequisites }: Explanation): string {
  const failed = prerequisites.find(({ outcome }) => outcome === 'failed');
  if (failed !== undefined) {
    const is = failed.actual === null ? 'is not served' : `is ${valueText(failed.actual)}`;
    return `A prerequisite failed: ${failed.flag} must be ${valueText(failed.value)} and ${is}. Serving the default.`;
  }
  switch (reason) {
    case 'KILLED':
      return 'The flag is killed. All users get this value.';
    case 'RULE_MATCH': {
      const index = rules.findIndex((rule) => rule.rule_id === rule_id);
      const name = rules[index]?.name;
      return `Rule ${index + 1}${name ? ` “${name}”` : ''} matches.`;
    }
    case 'ROLLOUT':
      return rollout === null ? 'In the rollout.' : `In the rollout: ${shareWords(rollout)}.`;
    case 'DEFAULT':
      return 'No rule or rollout matches. Serving the default.';
    case 'NOT_FOUND':
      return 'Not served: the flag is archived or not available on this platform.';
    case 'ERROR':
      return "The flag couldn't be evaluated. Serving the default.";
  }
}

/** "bucket 37, and buckets below 30 are in" */
export function shareWords({ percentage, bucket }: Share): string {
  if (percentage >= 100) return 'applies to all users';
  if (bucket === null) return `applies to ${formatPercent(percentage)} of users`;
  return `bucket ${bucket} of 100; buckets below ${formatPercent(percentage).replace(/\u202f%/, '')} are included`;
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
      return { isMatch: false, words: `conditions match, but ${shareWords(line)}` };
    case 'no_identity':
      return { isMatch: false, words: 'conditions match, but a percentage needs a user or device id' };
    case 'not_reached':
      return { isMatch: false, words: 'not reached' };
    case 'disabled':
      return { isMatch: false, words: 'disabled' };
    case 'condition_failed':
      return { isMatch: false, words: failedWords(line.failed_condition) };
  }
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
