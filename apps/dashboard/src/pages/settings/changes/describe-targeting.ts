import type { Wire } from '@lamppost/protocol';
import { formatCount } from '../../../design/format/format-count.ts';
import { type Describe, percentOf, type Sentence, textOf } from './sentence.ts';

type Targeting = Wire['Targeting'];

/** What was done to a flag in one environment. */
export const describeTargeting: Describe = (change) => {
  const { action, entity_key: subject } = change;
  const before = change.before as Partial<Targeting> | null;
  const after = change.after as Partial<Targeting> | null;
  if (action === 'rollout_set') return describeRollout(subject, before, after);
  if (action === 'rules_replaced') return describeRules(subject, before?.rules ?? [], after?.rules ?? []);
  if (action === 'killed') {
    const { value, reason } = after?.kill ?? {};
    return { before: 'Killed', subject, after: `with ${textOf(value)}`, because: textOf(reason) };
  }
  if (action === 'restored') return { before: 'Restored', subject, after: '' };
  if (action === 'copied') return { before: 'Copied the targeting of', subject, after: 'from another environment' };
  return { before: 'Changed the targeting of', subject, after: '' };
};

function describeRollout(
  subject: string,
  before: Partial<Targeting> | null,
  after: Partial<Targeting> | null,
): Sentence {
  const [was, is] = [before?.rollout ?? null, after?.rollout ?? null];
  if (is === null) return { before: 'Removed the rollout of', subject, after: '' };
  const share = percentOf(is.percentage);
  if (was === null) return { before: 'Set the rollout of', subject, after: `to ${textOf(is.value)} for ${share}` };
  const hasNewValue = JSON.stringify(was.value) !== JSON.stringify(is.value);
  const value = hasNewValue ? ` with ${textOf(is.value)} instead of ${textOf(was.value)}` : '';
  if (is.percentage === was.percentage) {
    return { before: 'Changed the value of the rollout of', subject, after: `to ${textOf(is.value)}` };
  }
  const verb = is.percentage > was.percentage ? 'Raised' : 'Lowered';
  return {
    before: `${verb} the rollout of`,
    subject,
    after: `from ${percentOf(was.percentage)} to ${share}${value}`,
  };
}

type Rules = Targeting['rules'];

function describeRules(subject: string, before: Rules, after: Rules): Sentence {
  const had = new Map(before.map((rule) => [rule.id, JSON.stringify(rule)]));
  const has = new Set(after.map(({ id }) => id));
  const added = after.filter(({ id }) => !had.has(id)).length;
  const removed = before.filter(({ id }) => !has.has(id)).length;
  const changed = after.filter((rule) => had.has(rule.id) && had.get(rule.id) !== JSON.stringify(rule)).length;
  const parts = [
    ...(added > 0 ? [`added ${rules(added)}`] : []),
    ...(changed > 0 ? [`changed ${rules(changed)}`] : []),
    ...(removed > 0 ? [`removed ${rules(removed)}`] : []),
  ];
  if (parts.length === 0) return { before: 'Changed the order of the rules of', subject, after: '' };
  const sentence = parts.join(', ').replace(/^./, (letter) => letter.toUpperCase());
  const preposition = parts.length > 1 ? 'of' : added > 0 ? 'to' : removed > 0 ? 'from' : 'of';
  return { before: `${sentence} ${preposition}`, subject, after: '' };
}

const rules = (count: number): string => formatCount(count, 'rule');
