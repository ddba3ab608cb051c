import type { CompiledRuleset } from './compile-ruleset.ts';
import { decide } from './decide.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import type { FlagEvaluation } from './flag-evaluation.ts';
import { Subject } from './subject.ts';

/** Every flag that is there for this context, in the order of the ruleset. */
export function evaluateAll(ruleset: CompiledRuleset, context: EvaluationContext): Map<string, FlagEvaluation> {
  const subject = new Subject(context);
  const evaluations = new Map<string, FlagEvaluation>();
  for (const [key, flag] of ruleset.flags) {
    const evaluation = decide(flag, subject);
    if (evaluation.reason !== 'NOT_FOUND') evaluations.set(key, evaluation);
  }
  return evaluations;
}

/** The values of `evaluateAll` alone, as `/v1/config` answers them. */
export function evaluateValues(ruleset: CompiledRuleset, context: EvaluationContext): Record<string, unknown> {
  const subject = new Subject(context);
  const values: Record<string, unknown> = {};
  for (const [key, flag] of ruleset.flags) {
    const { reason, value } = decide(flag, subject);
    if (reason !== 'NOT_FOUND') values[key] = value;
  }
  return values;
}
