import type { GroupMembers } from './compile-condition.ts';
import { type CompiledExperiment, compileExperiment } from './compile-experiment.ts';
import type { CompiledFlag } from './compile-flag.ts';
import { FlagCompiler } from './flag-compiler.ts';
import { failedWith } from './flag-evaluation.ts';
import type { RegexEngine } from './regex-engine.ts';
import type { ExperimentDefinition, Ruleset } from './ruleset.ts';

/** A ruleset made ready to be evaluated many times. Holds no state: it can be swapped and shared freely. */
export interface CompiledRuleset {
  readonly configVersion: string;
  readonly flags: ReadonlyMap<string, CompiledFlag>;
  readonly experiments: readonly CompiledExperiment[];
  /** How many verdicts an evaluation keeps: at least one for each different condition. */
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
  const compiler = new FlagCompiler({ groups: membersOf(ruleset.groups ?? {}), regex: options.regex });
  const flags = new Map(ruleset.flags.map((definition) => [definition.key, compiler.compile(definition)]));
  return assembleRuleset(ruleset.config_version, flags, compiler.conditionCount, ruleset.experiments);
}

/** Of flags that one compiler has compiled, in their order. */
export function assembleRuleset(
  configVersion: string,
  flags: ReadonlyMap<string, CompiledFlag>,
  conditionCount: number,
  definitions: readonly ExperimentDefinition[],
): CompiledRuleset {
  const problems: RulesetProblem[] = [];
  for (const [key, { broken }] of flags) {
    if (broken?.error !== undefined) problems.push({ kind: 'flag', key, message: broken.error });
  }
  const experiments = definitions.flatMap((definition) => experimentOrProblem(definition, problems) ?? []);
  return { configVersion, flags, experiments, conditionCount, problems };
}

const membersOf = (groups: Ruleset['groups']): GroupMembers =>
  new Map(Object.entries(groups).map(([key, members]) => [key, new Set(Array.isArray(members) ? members : [])]));

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
