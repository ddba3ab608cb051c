import type { ConditionScope, GroupMembers } from './compile-condition.ts';
import { compileExperiment } from './compile-experiment.ts';
import type { CompiledExperiment } from './compiled-experiment.ts';
import { ConditionPool } from './condition-pool.ts';
import { FlagCompiler, type FlagCompilerOptions } from './flag-compiler.ts';
import { failedWith } from './flag-evaluation.ts';
import { FlagTable } from './flag-table.ts';
import type { RegexEngine } from './regex-engine.ts';
import type { ExperimentDefinition, Ruleset } from './ruleset.ts';

/** A ruleset made ready to be evaluated many times. Holds no state: it can be swapped and shared freely. */
export interface CompiledRuleset {
  readonly configVersion: string;
  readonly flags: FlagTable;
  readonly experiments: readonly CompiledExperiment[];
  /** How many verdicts an evaluation keeps: at least one for each different condition. */
  readonly conditionCount: number;
  /** What could not be compiled, for the log of anyone who compiled it. */
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
  const [groups, cohorts] = [membersOf(ruleset.groups ?? {}), membersOf(ruleset.cohorts ?? {})];
  const compiler = new FlagCompiler({ groups, cohorts, regex: options.regex });
  // Of two with the same key the last one counts.
  const flags = new Map(ruleset.flags.map((definition) => [definition.key, compiler.compile(definition)]));
  const { experiments, problems } = compileExperiments(ruleset.experiments, compiler.options);
  const broken = [...flags].flatMap(([key, { broken: fault }]): RulesetProblem[] =>
    fault?.error === undefined ? [] : [{ kind: 'flag', key, message: fault.error }],
  );
  return {
    configVersion: ruleset.config_version,
    flags: FlagTable.of([...flags.values()]),
    experiments,
    conditionCount: compiler.conditionCount,
    problems: [...broken, ...problems],
  };
}

/** Those that assign somebody; one that cannot be compiled is a problem and nothing else. Groups and cohorts are looked at during each assignment. */
export function compileExperiments(
  definitions: readonly ExperimentDefinition[],
  options: FlagCompilerOptions,
): Pick<CompiledRuleset, 'experiments' | 'problems'> {
  const problems: RulesetProblem[] = [];
  const scope = { ...options, pool: new ConditionPool() };
  return { experiments: definitions.flatMap((each) => experimentOrProblem(each, scope, problems) ?? []), problems };
}

const membersOf = (groups: Ruleset['groups']): GroupMembers =>
  new Map(Object.entries(groups).map(([key, members]) => [key, new Set(Array.isArray(members) ? members : [])]));

function experimentOrProblem(
  definition: ExperimentDefinition,
  scope: ConditionScope,
  problems: RulesetProblem[],
): CompiledExperiment | undefined {
  try {
    return compileExperiment(definition, scope);
  } catch (error) {
    problems.push({ kind: 'experiment', key: definition.key, message: failedWith(undefined, error).error ?? '' });
    return undefined;
  }
}
