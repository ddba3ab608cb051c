import { isDeepStrictEqual } from 'node:util';
import { compileExperiments, FlagCompiler, FlagTable } from '@lamppost/evaluator';
import { AssembledRuleset, type ServedFlag } from './assembled-ruleset.ts';
import { cohortKeyIn, cohortTableKey } from './cohort-table-key.ts';
import { cohortsNamedBy } from './cohorts-named-by.ts';
import type { SnapshotExperiment, SnapshotFlag, SnapshotTargeting } from './edge-snapshot.ts';
import type { GroupTable } from './edge-tables.ts';
import { groupsNamedBy, groupsNamedByExperiment } from './groups-named-by.ts';
import { linearRegex } from './linear-regex.ts';
import { type ProjectHoldout, type RulesetExperiment, type RulesetFlag, withHoldout } from './ruleset.ts';
import type { ServedRuleset } from './served-ruleset.ts';

const noTargeting: SnapshotTargeting = { rules: [], rollout: null, kill: null };

/** What an environment serves, kept up to date flag by flag. */
export class ServedEnvironment {
  readonly #id: string;
  readonly #groupsOfProject: ReadonlyMap<string, GroupTable>;
  /** In order. Never changed once it was served, only replaced. */
  #flags: ServedFlag[] = [];
  #areFlagsServed = false;
  /** By flag id, where it stands. */
  #indexes = new Map<string, number>();
  /** Undefined when flags have come or gone since it was made. */
  #table: FlagTable | undefined;
  readonly #experiments = new Map<string, SnapshotExperiment>();
  /** How many flags and experiments name a group, whether or not there is one of that key. */
  readonly #naming = new Map<string, number>();
  /** Groups that there are and that flags or experiments name. */
  readonly #named = new Map<string, ReadonlySet<string>>();
  /** The same of cohorts of this environment, by their keys: those that are served. */
  readonly #cohorts = new Map<string, ReadonlySet<string>>();
  readonly #compiler = new FlagCompiler({ groups: this.#named, cohorts: this.#cohorts, regex: linearRegex });

  /** The map of groups is that of the project, and is looked at again whenever something changes. */
  constructor(id: string, groupsOfProject: ReadonlyMap<string, GroupTable>) {
    this.#id = id;
    this.#groupsOfProject = groupsOfProject;
  }

  /** False when it is in this environment as it was, and nothing was compiled. */
  putFlag({ position, definition, targeting }: SnapshotFlag): boolean {
    const served: RulesetFlag = { ...definition, ...(targeting[this.#id] ?? noTargeting) };
    const index = this.#indexes.get(served.id);
    const before = index === undefined ? undefined : this.#flags[index];
    if (before !== undefined && isDeepStrictEqual(before.definition, served)) return false;
    this.#release(before);
    const cohortKeys = cohortsNamedBy(served.rules);
    const groupKeys = new Set([...groupsNamedBy(served.rules), ...this.#tableKeys(cohortKeys)]);
    const compiled = this.#compiler.compile(served);
    const flag = { position, definition: served, compiled, groupKeys, usesCohorts: cohortKeys.size > 0 };
    if (index === undefined) this.#add(flag);
    else this.#ownFlags()[index] = flag;
    this.#name(groupKeys);
    return true;
  }

  removeFlag(id: string): void {
    const index = this.#indexes.get(id);
    if (index === undefined) return;
    this.#release(this.#flags[index]);
    this.#arrange(this.#flags.filter((_, at) => at !== index));
  }

  putExperiment(experiment: SnapshotExperiment): void {
    this.removeExperiment(experiment.definition.id);
    this.#experiments.set(experiment.definition.id, experiment);
    this.#name(this.#namedBy(experiment.definition));
  }

  removeExperiment(id: string): void {
    const before = this.#experiments.get(id);
    if (before === undefined) return;
    this.#experiments.delete(id);
    this.#unname(this.#namedBy(before.definition));
  }

  /** A group has been made, or somebody has joined or left it. False when nothing here names it. */
  noteGroup(key: string): boolean {
    if (!this.#naming.has(key)) return false;
    const group = this.#groupsOfProject.get(key);
    const cohortKey = cohortKeyIn(this.#id, key);
    if (cohortKey === undefined) {
      if (group !== undefined) this.#named.set(key, group.members);
    } else if (group === undefined || group.isWithdrawn === true) this.#cohorts.delete(cohortKey);
    else this.#cohorts.set(cohortKey, group.members);
    return true;
  }

  serve(generation: string, configVersion: number, holdout: ProjectHoldout | undefined): ServedRuleset {
    const flags = this.#flags;
    this.#areFlagsServed = true;
    const compiledFlags = flags.map((flag) => flag.compiled);
    this.#table = this.#table?.withFlags(compiledFlags) ?? FlagTable.of(compiledFlags);
    const experiments = [...this.#experiments.values()]
      .sort(byPosition)
      .map(({ definition, completedAtMs }) => withHoldout(definition, completedAtMs, holdout));
    const groups = [...this.#naming.keys()].sort().flatMap((key) => this.#groupsOfProject.get(key) ?? []);
    const compiled = {
      configVersion: String(configVersion),
      flags: this.#table,
      conditionCount: this.#compiler.conditionCount,
      ...compileExperiments(experiments, this.#compiler.options),
    };
    const versions = { generation, environmentId: this.#id, configVersion, groups };
    const named = groups.filter(({ key }) => this.#named.has(key));
    const cohorts = [...this.#namedCohorts()].sort();
    return new AssembledRuleset({
      flags,
      experiments,
      groups: named,
      cohorts,
      served: this.#cohorts,
      compiled,
      versions,
    });
  }

  #namedBy(experiment: RulesetExperiment): ReadonlySet<string> {
    const cohortKeys = cohortsNamedBy([{ conditions: experiment.audience ?? [] }]);
    return new Set([...groupsNamedByExperiment(experiment), ...this.#tableKeys(cohortKeys)]);
  }

  #tableKeys(cohortKeys: Iterable<string>): readonly string[] {
    return [...cohortKeys].map((key) => cohortTableKey(this.#id, key));
  }

  #namedCohorts(): Iterable<string> {
    return [...this.#naming.keys()].flatMap((key) => cohortKeyIn(this.#id, key) ?? []);
  }

  /** Behind all others, unless it has come back from the archive. */
  #add(flag: ServedFlag): void {
    const last = this.#flags.at(-1);
    if (last !== undefined && last.position > flag.position) {
      this.#arrange([...this.#flags, flag].sort(byPosition));
      return;
    }
    this.#indexes.set(flag.definition.id, this.#flags.length);
    this.#ownFlags().push(flag);
    this.#table = undefined;
  }

  #arrange(flags: ServedFlag[]): void {
    this.#flags = flags;
    this.#areFlagsServed = false;
    this.#indexes = new Map(flags.map(({ definition }, index) => [definition.id, index]));
    this.#table = undefined;
  }

  #ownFlags(): ServedFlag[] {
    if (this.#areFlagsServed) this.#flags = [...this.#flags];
    this.#areFlagsServed = false;
    return this.#flags;
  }

  #release(flag: ServedFlag | undefined): void {
    if (flag === undefined) return;
    this.#compiler.release(flag.compiled);
    this.#unname(flag.groupKeys);
  }

  #name(groupKeys: Iterable<string>): void {
    for (const key of groupKeys) {
      this.#naming.set(key, (this.#naming.get(key) ?? 0) + 1);
      this.noteGroup(key);
    }
  }

  #unname(groupKeys: Iterable<string>): void {
    for (const key of groupKeys) {
      const others = (this.#naming.get(key) ?? 1) - 1;
      if (others > 0) {
        this.#naming.set(key, others);
        continue;
      }
      this.#naming.delete(key);
      this.#named.delete(key);
      this.#cohorts.delete(cohortKeyIn(this.#id, key) ?? '');
    }
  }
}

const byPosition = (a: { readonly position: number }, b: { readonly position: number }): number =>
  a.position - b.position;
