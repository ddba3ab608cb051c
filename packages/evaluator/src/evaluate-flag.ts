import type { CompiledRuleset } from './compile-ruleset.ts';
import { decide } from './decide.ts';
import type { EvaluationContext } from './evaluation-context.ts';
import { type FlagEvaluation, notFound } from './flag-evaluation.ts';
import { NeededFlags } from './needed-flags.ts';
import { Subject } from './subject.ts';

export function evaluateFlag(ruleset: CompiledRuleset, key: string, context: EvaluationContext): FlagEvaluation {
  const flag = ruleset.flags.get(key);
  if (flag === undefined) return notFound;
  return decide(flag, new Subject(context, ruleset.conditionCount), new NeededFlags(ruleset.flags));
}
