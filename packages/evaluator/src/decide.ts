import type { CompiledFlag, CompiledRule } from './compile-flag.ts';
import type { CompiledCondition } from './compiled-condition.ts';
import { type FlagEvaluation, failedWith, notFound } from './flag-evaluation.ts';
import { bucketFor, outcomeFor, type Share } from './share.ts';
import type { Subject } from './subject.ts';

/** Told of each step, so that an explanation is the evaluation itself and not another opinion of it. */
export interface DecisionTrace {
  conditionFailed(rule: CompiledRule, index: number): void;
  shareTried(share: Share, bucket: number | undefined, isIncluded: boolean): void;
}

/** Platforms that a flag can name. Any other tells nothing, so nothing is left out for it. */
const knownPlatforms = new Set(['web', 'ios', 'ipados', 'macos', 'android', 'server']);

/** The one place that says what a flag is for a subject. Never throws. */
export function decide(flag: CompiledFlag, subject: Subject, trace?: DecisionTrace): FlagEvaluation {
  if (flag.isArchived || isForOtherPlatforms(flag, subject.platform)) return notFound;
  if (flag.killed !== undefined) return flag.killed;
  if (flag.broken !== undefined) return flag.broken;
  try {
    for (const rule of flag.rules) {
      const failing = firstFailing(rule.conditions, subject);
      if (failing !== -1) {
        trace?.conditionFailed(rule, failing);
        continue;
      }
      const outcome = tryShare(rule.share, subject, trace);
      if (outcome !== undefined) return outcome;
    }
    return (flag.rollout && tryShare(flag.rollout, subject, trace)) ?? flag.fallback;
  } catch (error) {
    return failedWith(flag.fallback.value, error);
  }
}

function tryShare(share: Share, subject: Subject, trace: DecisionTrace | undefined): FlagEvaluation | undefined {
  const { identity } = subject;
  const bucket = bucketFor(share, identity);
  const outcome = outcomeFor(share, identity, bucket);
  trace?.shareTried(share, bucket, outcome !== undefined);
  return outcome;
}

const isForOtherPlatforms = ({ platforms }: CompiledFlag, platform: string | undefined): boolean =>
  platform !== undefined && platforms.size > 0 && !platforms.has(platform) && knownPlatforms.has(platform);

function firstFailing(conditions: readonly CompiledCondition[], subject: Subject): number {
  for (let index = 0; index < conditions.length; index += 1) {
    const condition = conditions[index] as CompiledCondition;
    const verdict = subject.verdicts[condition.index] || judge(condition, subject);
    if (verdict !== holds) return index;
  }
  return -1;
}

const holds = 1;
const fails = 2;

function judge(condition: CompiledCondition, subject: Subject): number {
  const verdict = condition.holds(subject) ? holds : fails;
  subject.verdicts[condition.index] = verdict;
  return verdict;
}
