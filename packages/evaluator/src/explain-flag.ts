import type { CompiledFlag, CompiledRule } from './compile-flag.ts';
import type { CompiledRuleset } from './compile-ruleset.ts';
import { type DecisionTrace, decide } from './decide.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { type FlagEvaluation, notFound } from './flag-evaluation.ts';
import { NeededFlags } from './needed-flags.ts';
import type { ConditionDefinition } from './ruleset.ts';
import type { Share } from './share.ts';
import { Subject } from './subject.ts';

export interface FlagExplanation {
  readonly key: string;
  readonly configVersion: string;
  readonly evaluation: FlagEvaluation;
  /** Whom percentages go by. */
  readonly identity: string | undefined;
  /** All of them, in order. */
  readonly prerequisites: readonly PrerequisiteExplanation[];
  /** All rules of the flag, in order. */
  readonly rules: readonly RuleExplanation[];
  readonly rollout: ShareExplanation | undefined;
}

export interface PrerequisiteExplanation {
  readonly flag: string;
  readonly value: unknown;
  readonly outcome: 'met' | 'failed' | 'not_reached';
  /** What the flag is for the subject, where that is not the value; undefined: it is not there. */
  readonly actual?: unknown;
}

export interface ShareExplanation {
  readonly outcome: 'matched' | 'outside_percentage' | 'no_identity' | 'not_reached';
  readonly percentage: number;
  readonly bucket?: number;
  readonly hashInput?: string;
}

export interface RuleExplanation extends Omit<ShareExplanation, 'outcome'> {
  readonly ruleId: string;
  readonly name: string | undefined;
  readonly outcome: ShareExplanation['outcome'] | 'disabled' | 'condition_failed';
  /** The first that did not hold, with what the context has there. */
  readonly failedCondition?: ConditionDefinition & { readonly actual: unknown };
}

/** Evaluates a flag and tells how it came about: the same evaluation, watched. */
export function explainFlag(ruleset: CompiledRuleset, key: string, context: EvaluationContext): FlagExplanation {
  const subject = new Subject(context, ruleset.conditionCount);
  const flag = ruleset.flags.get(key);
  const told = { key, configVersion: ruleset.configVersion, identity: subject.identity?.text };
  if (flag === undefined) return { ...told, evaluation: notFound, prerequisites: [], rules: [], rollout: undefined };
  const watcher = new Watcher(subject);
  const evaluation = decide(flag, subject, new NeededFlags(ruleset.flags), watcher);
  return {
    ...told,
    evaluation,
    prerequisites: explainPrerequisites(flag, evaluation, watcher),
    rules: explainRules(flag, watcher),
    rollout: explainRollout(flag, watcher),
  };
}

/** Notes what happened to each rule and share; what is not noted was not reached. */
class Watcher implements DecisionTrace {
  readonly failures = new Map<CompiledRule, Pick<RuleExplanation, 'outcome' | 'failedCondition'>>();
  readonly shares = new Map<Share, Omit<ShareExplanation, 'percentage'>>();
  failed: { readonly index: number; readonly actual: unknown } | undefined;
  readonly #subject: Subject;

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  conditionFailed(rule: CompiledRule, index: number): void {
    const condition = rule.definition.conditions[index] as ConditionDefinition;
    const actual = rule.conditions[index]?.actual(this.#subject);
    this.failures.set(rule, { outcome: 'condition_failed', failedCondition: { ...condition, actual } });
  }

  prerequisiteFailed(index: number, actual: unknown): void {
    this.failed = { index, actual };
  }

  shareTried(share: Share, bucket: number | undefined, isIncluded: boolean): void {
    const identity = this.#subject.identity?.text;
    const excluded = identity === undefined ? 'no_identity' : 'outside_percentage';
    const outcome = isIncluded ? 'matched' : excluded;
    const hashInput = `${identity}${share.seed.text}`;
    this.shares.set(share, bucket === undefined ? { outcome } : { outcome, bucket, hashInput });
  }
}

const notReached = { outcome: 'not_reached' } as const;

function explainPrerequisites(
  { prerequisites }: CompiledFlag,
  { reason }: FlagEvaluation,
  { failed }: Watcher,
): PrerequisiteExplanation[] {
  const isReached = reason !== 'KILLED' && reason !== 'NOT_FOUND' && reason !== 'ERROR';
  return prerequisites.map(({ flag, value }, index) => {
    if (!isReached || (failed !== undefined && index > failed.index)) return { flag, value, outcome: 'not_reached' };
    if (index !== failed?.index) return { flag, value, outcome: 'met' };
    return { flag, value, outcome: 'failed', actual: failed.actual };
  });
}

function explainRules(flag: CompiledFlag, watcher: Watcher): RuleExplanation[] {
  const definitions = Array.isArray(flag.definition.rules) ? flag.definition.rules : [];
  return definitions.map((definition) => {
    const rule = flag.rules.find((candidate) => candidate.definition === definition);
    const step = rule && (watcher.failures.get(rule) ?? watcher.shares.get(rule.share));
    return {
      ruleId: definition.id,
      name: definition.name ?? undefined,
      percentage: definition.percentage,
      ...(definition.enabled === false ? ({ outcome: 'disabled' } as const) : (step ?? notReached)),
    };
  });
}

function explainRollout({ definition, rollout }: CompiledFlag, watcher: Watcher): ShareExplanation | undefined {
  if (!definition.rollout) return undefined;
  const step = rollout && watcher.shares.get(rollout);
  return { percentage: definition.rollout.percentage, ...(step ?? notReached) };
}
