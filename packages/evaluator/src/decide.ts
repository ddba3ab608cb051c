import type { CompiledFlag, CompiledRule } from './compile-flag.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import { type FlagEvaluation, failedWith, notFound } from './flag-evaluation.ts';
import { isSameJson } from './is-same-json.ts';
import type { NeededFlags } from './needed-flags.ts';
import { bucketFor, outcomeFor, type Share } from './share.ts';
import { FAILS, HOLDS, type Subject } from './subject.ts';

/** Told of the conditions of rules. */
export interface RuleTrace {
  /** Each condition of the ruleset once, when it is asked for the first time. */
  conditionTested?(condition: CompiledCondition): void;
  conditionFailed(rule: CompiledRule, index: number): void;
}

/** Told of each step, so that an explanation is the evaluation itself and not another opinion of it. */
export interface DecisionTrace extends RuleTrace {
  shareTried(share: Share, bucket: number | undefined, isIncluded: boolean): void;
  prerequisiteFailed(index: number, actual: unknown): void;
}

/** Far more than the server allows. */
const MAX_PREREQUISITE_DEPTH = 50;

/** Platforms that a flag can name. Any other tells nothing, so nothing is left out for it. */
const knownPlatforms = new Set(['web', 'ios', 'ipados', 'macos', 'android', 'server']);

export const isKnownPlatform = (platform: string): boolean => knownPlatforms.has(platform);

/** The one place that says what a flag is for a subject. Never throws. */
export function decide(
  flag: CompiledFlag,
  subject: Subject,
  needed: NeededFlags,
  trace?: DecisionTrace,
): FlagEvaluation {
  const settled = settledFor(flag, subject.platform);
  if (settled !== undefined) return settled;
  try {
    if (flag.prerequisites.length > 0 && !areMet(flag, subject, needed, trace)) return flag.fallback;
    for (let at = nextRule(flag, 0, subject, trace); at !== -1; at = nextRule(flag, at + 1, subject, trace)) {
      const outcome = tryShare((flag.rules[at] as CompiledRule).share, subject, trace);
      if (outcome !== undefined) return outcome;
    }
    return (flag.rollout && tryShare(flag.rollout, subject, trace)) ?? flag.fallback;
  } catch (error) {
    return failedWith(flag.fallback.value, error);
  }
}

/** What a flag is without asking its prerequisites, rules and rollout; undefined when they decide. */
export function settledFor(flag: CompiledFlag, platform: string | undefined): FlagEvaluation | undefined {
  if (flag.isArchived || isForOtherPlatforms(flag, platform)) return notFound;
  return flag.killed ?? flag.broken;
}

/** The first rule from here on whose conditions all hold; -1 when there is none. */
export function nextRule(flag: CompiledFlag, from: number, subject: Subject, trace?: RuleTrace): number {
  const { rules, firstConditions } = flag;
  for (let at = from; at < rules.length; at += 1) {
    if (trace === undefined && subject.verdicts[firstConditions[at] as number] === FAILS) continue;
    const rule = rules[at] as CompiledRule;
    const failing = firstFailing(rule.conditions, subject, trace);
    if (failing === -1) return at;
    trace?.conditionFailed(rule, failing);
  }
  return -1;
}

/** Whether every flag that this one needs has the value that it needs. What is served counts: kills and platforms too. */
function areMet(flag: CompiledFlag, subject: Subject, needed: NeededFlags, trace: DecisionTrace | undefined): boolean {
  const { decided, flags } = needed;
  const isFirst = !decided.has(flag);
  if (isFirst) decided.set(flag, undefined);
  try {
    for (const [index, { flag: key, value }] of flag.prerequisites.entries()) {
      const other = flags.get(key);
      const actual = other === undefined ? notFound : decideOnce(other, subject, needed);
      if (actual !== notFound && isSameJson(actual.value, value)) continue;
      trace?.prerequisiteFailed(index, actual.value);
      return false;
    }
    return true;
  } finally {
    if (isFirst) decided.delete(flag);
  }
}

/** The server refuses cycles and long chains; a ruleset from elsewhere must not run for ever. */
function decideOnce(flag: CompiledFlag, subject: Subject, needed: NeededFlags): FlagEvaluation {
  const { decided } = needed;
  const known = decided.get(flag);
  if (known !== undefined) return known;
  if (decided.has(flag)) throw new Error('its prerequisites form a cycle');
  if (needed.depth >= MAX_PREREQUISITE_DEPTH) throw new Error('its prerequisites are too deep');
  decided.set(flag, undefined);
  needed.depth += 1;
  const evaluation = decide(flag, subject, needed);
  needed.depth -= 1;
  decided.set(flag, evaluation);
  return evaluation;
}

function tryShare(share: Share, subject: Subject, trace: DecisionTrace | undefined): FlagEvaluation | undefined {
  const { identity } = subject;
  const bucket = bucketFor(share, identity);
  const outcome = outcomeFor(share, identity, bucket);
  trace?.shareTried(share, bucket, outcome !== undefined);
  return outcome;
}

const isForOtherPlatforms = ({ platforms }: CompiledFlag, platform: string | undefined): boolean =>
  platform !== undefined && platforms.size > 0 && !platforms.has(platform) && isKnownPlatform(platform);

function firstFailing(conditions: readonly CompiledCondition[], subject: Subject, trace?: RuleTrace): number {
  for (let index = 0; index < conditions.length; index += 1) {
    const condition = conditions[index] as CompiledCondition;
    const verdict = subject.verdicts[condition.index] || judge(condition, subject, trace);
    if (verdict !== HOLDS) return index;
  }
  return -1;
}

function judge(condition: CompiledCondition, subject: Subject, trace?: RuleTrace): number {
  const verdict = condition.holds(subject) ? HOLDS : FAILS;
  subject.verdicts[condition.index] = verdict;
  trace?.conditionTested?.(condition);
  return verdict;
}
