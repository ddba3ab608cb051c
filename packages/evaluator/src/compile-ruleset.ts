import type { GroupMembers } from './compile-condition.ts';
import { compileExperiment } from './compile-experiment.ts';
import type { CompiledExperiment } from './compiled-experiment.ts';
import { FlagCompiler } from './flag-compiler.ts';
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
  const groups = membersOf(ruleset.groups ?? {});
  const compiler = new FlagCompiler({ groups, cohorts: membersOf(ruleset.cohorts ?? {}), regex: options.regex });
  // Of two with the same key the last one counts.
  const flags = new Map(ruleset.flags.map((definition) => [definition.key, compiler.compile(definition)]));
  const { experiments, problems } = compileExperiments(ruleset.experiments, groups);
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

/** Those that assign somebody; one that cannot be compiled is a problem and nothing else. Groups are looked at during each assignment. */
export function compileExperiments(
  definitions: readonly ExperimentDefinition[],
  groups: GroupMembers,
): Pick<CompiledRuleset, 'experiments' | 'problems'> {
  const problems: RulesetProblem[] = [];
  return { experiments: definitions.flatMap((each) => experimentOrProblem(each, groups, problems) ?? []), problems };
}

const membersOf = (groups: Ruleset['groups']): GroupMembers =>
  new Map(Object.entries(groups).map(([key, members]) => [key, new Set(Array.isArray(members) ? members : [])]));

function experimentOrProblem(
  definition: ExperimentDefinition,
  groups: GroupMembers,
  problems: RulesetProblem[],
): CompiledExperiment | undefined {
  try {
    return compileExperiment(definition, groups);
  } catch (error) {
    problems.push({ kind: 'experiment', key: definition.key, message: failedWith(undefined, error).error ?? '' });
    return undefined;
  }
}
