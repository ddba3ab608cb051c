import type { CompiledRuleset } from './compile-ruleset.ts';
import { decide } from './decide.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { type FlagEvaluation, notFound } from './flag-evaluation.ts';
import { NeededFlags } from './needed-flags.ts';
import { Subject } from './subject.ts';

/** Every flag that is there for this context, in the order of the ruleset. */
export function evaluateAll(ruleset: CompiledRuleset, context: EvaluationContext): Map<string, FlagEvaluation> {
  const subject = new Subject(context, ruleset.conditionCount);
  const needed = new NeededFlags(ruleset.flags);
  const evaluations = new Map<string, FlagEvaluation>();
  for (const flag of ruleset.flags.list) {
    const evaluation = decide(flag, subject, needed);
    if (evaluation !== notFound) evaluations.set(flag.definition.key, evaluation);
  }
  return evaluations;
}

/** The values of `evaluateAll` alone, as `/v1/config` answers them. */
export function evaluateValues(ruleset: CompiledRuleset, context: EvaluationContext): Record<string, unknown> {
  const subject = new Subject(context, ruleset.conditionCount);
  const needed = new NeededFlags(ruleset.flags);
  const values: Record<string, unknown> = {};
  for (const flag of ruleset.flags.list) {
    const evaluation = decide(flag, subject, needed);
    if (evaluation !== notFound) values[flag.definition.key] = evaluation.value;
  }
  return values;
}
