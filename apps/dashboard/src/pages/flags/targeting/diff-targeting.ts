import type { DiffLine } from '../../../design/code/diff-json.ts';
import { rolloutText, ruleName, ruleText, valueText } from './rule-words.ts';
import { isSameValue, type Rule, type Targeting, type TargetingDraft } from './targeting.ts';

type Side = TargetingDraft & { readonly kill?: Targeting['kill'] };
const nothing: Side = { rules: [], rollout: null, kill: null };

/** What is different between two states of targeting, in the sentences that the page uses. */
export function diffTargeting(before: Side | null, after: Side | null): DiffLine[] {
  const old = before ?? nothing;
  const young = after ?? nothing;
  return [...killLines(old, young), ...ruleLines(old.rules, young.rules), ...rolloutLines(old, young)];
}

function killLines({ kill: old = null }: Side, { kill: young = null }: Side): DiffLine[] {
  const path = ['Kill switch'];
  if (old === null && young !== null) return [{ kind: 'added', path, after: killText(young) }];
  if (old !== null && young === null) return [{ kind: 'removed', path, before: killText(old) }];
  if (old === null || young === null || killText(old) === killText(young)) return [];
  return [{ kind: 'changed', path, before: killText(old), after: killText(young) }];
}

const killText = ({ value, reason }: NonNullable<Targeting['kill']>): string =>
  `${valueText(value)} for all users. Reason: ${reason}`;

function ruleLines(old: readonly Rule[], young: readonly Rule[]): DiffLine[] {
  const lines: DiffLine[] = [];
  const oldIndex = new Map(old.map((rule, index) => [rule.id, index]));
  for (const [index, rule] of young.entries()) {
    const was = old[oldIndex.get(rule.id) ?? -1];
    if (was === undefined) lines.push({ kind: 'added', path: [ruleName(rule, index)], after: stateText(rule) });
    else lines.push(...changedLines(was, rule, index));
  }
  const youngIds = new Set(young.map(({ id }) => id));
  for (const [index, rule] of old.entries()) {
    if (!youngIds.has(rule.id)) lines.push({ kind: 'removed', path: [ruleName(rule, index)], before: stateText(rule) });
  }
  const stayed = (rules: readonly Rule[], others: ReadonlySet<string>) => rules.filter(({ id }) => others.has(id));
  const before = stayed(old, youngIds);
  const after = stayed(young, new Set(oldIndex.keys()));
  if (before.some(({ id }, index) => id !== after[index]?.id)) {
    const names = (rules: readonly Rule[], from: readonly Rule[]) =>
      rules.map((rule) => ruleName(rule, from.indexOf(rule))).join(', ');
    lines.push({ kind: 'moved', path: ['Rule order'], before: names(before, old), after: names(after, young) });
  }
  return lines;
}

function changedLines(was: Rule, rule: Rule, index: number): DiffLine[] {
  const name = ruleName(rule, index);
  const lines: DiffLine[] = [];
  if ((was.name ?? '') !== (rule.name ?? '')) {
    lines.push({ kind: 'changed', path: [name, 'name'], before: was.name ?? '', after: rule.name ?? '' });
  }
  if (was.enabled !== rule.enabled) {
    const words = (enabled: boolean) => (enabled ? 'on' : 'off');
    lines.push({ kind: 'changed', path: [name, 'switch'], before: words(was.enabled), after: words(rule.enabled) });
  }
  const isSame =
    isSameValue(was.conditions, rule.conditions) &&
    isSameValue(was.value, rule.value) &&
    was.percentage === rule.percentage;
  if (!isSame) lines.push({ kind: 'changed', path: [name], before: ruleText(was), after: ruleText(rule) });
  return lines;
}

const stateText = (rule: Rule): string => (rule.enabled ? ruleText(rule) : `${ruleText(rule)} (disabled)`);

function rolloutLines({ rollout: old }: Side, { rollout: young }: Side): DiffLine[] {
  const path = ['Rollout'];
  if (old === null && young === null) return [];
  if (old === null) return [{ kind: 'added', path, after: rolloutText(young) }];
  if (young === null) return [{ kind: 'removed', path, before: rolloutText(old) }];
  if (old.percentage === young.percentage && isSameValue(old.value, young.value)) return [];
  return [{ kind: 'changed', path, before: rolloutText(old), after: rolloutText(young) }];
}
