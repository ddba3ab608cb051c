import type { CompiledCondition } from './compile-condition.ts';
import { type CompiledExperiment, compileExperiment } from './compile-experiment.ts';
import { type CompiledFlag, compileFlag } from './compile-flag.ts';
import { failedWith } from './flag-evaluation.ts';
import type { RegexEngine } from './regex-engine.ts';
import type { ExperimentDefinition, Ruleset } from './ruleset.ts';

/** A ruleset made ready to be evaluated many times. Holds no state: it can be swapped and shared freely. */
export interface CompiledRuleset {
  readonly configVersion: string;
  readonly flags: ReadonlyMap<string, CompiledFlag>;
  readonly experiments: readonly CompiledExperiment[];
  /** Different ones. */
  readonly conditionCount: number;
  /** What could not be compiled, for the log of whoever compiled it. */
  readonly problems: readonly RulesetProblem[];
}

export interface RulesetProblem {
  readonly kind: 'flag' | 'experiment';
  readonly key: string;
  readonly message: string;
}

export interface CompileOptions {
  /** Without one, flags with a regex condition are in error. */
  readonly regex?: RegexEngine;
}

/** One bad flag or experiment never keeps the others from working. */
export function compileRuleset(ruleset: Ruleset, options: CompileOptions = {}): CompiledRuleset {
  const problems: RulesetProblem[] = [];
  const known = new Map<string, CompiledCondition>();
  const scope = { groups: ruleset.groups ?? {}, regex: options.regex && rememberPatterns(options.regex), known };
  const flags = new Map<string, CompiledFlag>();
  for (const definition of ruleset.flags) {
    const flag = compileFlag(definition, scope);
    if (flag.broken?.error !== undefined) {
      problems.push({ kind: 'flag', key: definition.key, message: flag.broken.error });
    }
    flags.set(definition.key, flag);
  }
  const experiments = ruleset.experiments.flatMap((definition) => experimentOrProblem(definition, problems) ?? []);
  return { configVersion: ruleset.config_version, flags, experiments, conditionCount: known.size, problems };
}

function experimentOrProblem(
  definition: ExperimentDefinition,
  problems: RulesetProblem[],
): CompiledExperiment | undefined {
  try {
    return compileExperiment(definition);
  } catch (error) {
    problems.push({ kind: 'experiment', key: definition.key, message: failedWith(undefined, error).error ?? '' });
    return undefined;
  }
}

/** The same pattern in many rules is compiled once. */
function rememberPatterns(engine: RegexEngine): RegexEngine {
  const known = new Map<string, ReturnType<RegexEngine>>();
  return (pattern) => {
    const found = known.get(pattern) ?? engine(pattern);
    known.set(pattern, found);
    return found;
  };
}
