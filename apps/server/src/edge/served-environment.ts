import { isDeepStrictEqual } from 'node:util';
import {
  type CompiledFlag,
  type CompiledRuleset,
  compileExperiments,
  FlagCompiler,
  FlagTable,
  type Ruleset,
} from '@lamppost/evaluator';
import type { SnapshotExperiment, SnapshotFlag, SnapshotTargeting } from './edge-snapshot.ts';
import type { GroupTable } from './edge-tables.ts';
import { groupsNamedBy } from './groups-named-by.ts';
import { linearRegex } from './linear-regex.ts';
import type { RulesetFlag } from './ruleset.ts';
import { type ServedRuleset, servedTag } from './served-ruleset.ts';

interface ServedFlag {
  readonly position: number;
  readonly definition: RulesetFlag;
  readonly compiled: CompiledFlag;
  readonly groupKeys: ReadonlySet<string>;
  /** Once somebody has asked for it. */
  json?: string;
}

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
  /** How many flags name a group, whether or not there is one of that key. */
  readonly #naming = new Map<string, number>();
  /** Groups that there are and that flags name. */
  readonly #named = new Map<string, ReadonlySet<string>>();
  readonly #compiler = new FlagCompiler({ groups: this.#named, regex: linearRegex });

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
    const groupKeys = groupsNamedBy(served.rules);
    const flag = { position, definition: served, compiled: this.#compiler.compile(served), groupKeys };
    if (index === undefined) this.#add(flag);
    else this.#ownFlags()[index] = flag;
    for (const key of groupKeys) {
      this.#naming.set(key, (this.#naming.get(key) ?? 0) + 1);
      this.noteGroup(key);
    }
    return true;
  }

  removeFlag(id: string): void {
    const index = this.#indexes.get(id);
    if (index === undefined) return;
    this.#release(this.#flags[index]);
    this.#arrange(this.#flags.filter((_, at) => at !== index));
  }

  putExperiment(experiment: SnapshotExperiment): void {
    this.#experiments.set(experiment.definition.id, experiment);
  }

  removeExperiment(id: string): void {
    this.#experiments.delete(id);
  }

  /** A group has been made, or somebody has joined or left it. False when no flag names it. */
  noteGroup(key: string): boolean {
    if (!this.#naming.has(key)) return false;
    const group = this.#groupsOfProject.get(key);
    if (group !== undefined) this.#named.set(key, group.members);
    return true;
  }

  serve(generation: string, configVersion: number): ServedRuleset {
    const flags = this.#flags;
    this.#areFlagsServed = true;
    const compiledFlags = flags.map((flag) => flag.compiled);
    this.#table = this.#table?.withFlags(compiledFlags) ?? FlagTable.of(compiledFlags);
    const experiments = [...this.#experiments.values()].sort(byPosition).map(({ definition }) => definition);
    const groups = [...this.#named.keys()].sort().flatMap((key) => this.#groupsOfProject.get(key) ?? []);
    const compiled = {
      configVersion: String(configVersion),
      flags: this.#table,
      conditionCount: this.#compiler.conditionCount,
      ...compileExperiments(experiments),
    };
    const tag = servedTag({ generation, environmentId: this.#id, configVersion, groups });
    return new AssembledRuleset({ flags, experiments, groups, compiled, tag });
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
    for (const key of flag.groupKeys) {
      const others = (this.#naming.get(key) ?? 1) - 1;
      if (others > 0) {
        this.#naming.set(key, others);
        continue;
      }
      this.#naming.delete(key);
      this.#named.delete(key);
    }
  }
}

const byPosition = (a: { readonly position: number }, b: { readonly position: number }): number =>
  a.position - b.position;

interface AssembledParts {
  readonly flags: readonly ServedFlag[];
  readonly experiments: readonly SnapshotExperiment['definition'][];
  readonly groups: readonly GroupTable[];
  readonly compiled: CompiledRuleset;
  readonly tag: string;
}

/** Its texts are made when somebody asks for them, of the texts of its flags, which outlive it. */
class AssembledRuleset implements ServedRuleset {
  readonly compiled: CompiledRuleset;
  readonly tag: string;
  readonly #deps: AssembledParts;
  #json: string | undefined;

  constructor(deps: AssembledParts) {
    this.#deps = deps;
    this.compiled = deps.compiled;
    this.tag = deps.tag;
  }

  get ruleset(): Ruleset {
    const { flags, experiments } = this.#deps;
    return {
      flags: flags.map(({ definition }) => definition),
      experiments,
      groups: this.#groups(),
      config_version: this.compiled.configVersion,
    };
  }

  get json(): string {
    this.#json ??= this.#write();
    return this.#json;
  }

  #write(): string {
    const { flags, experiments } = this.#deps;
    const texts = flags.map((flag) => {
      flag.json ??= JSON.stringify(flag.definition);
      return flag.json;
    });
    const rest = JSON.stringify({ experiments, groups: this.#groups(), config_version: this.compiled.configVersion });
    return `"flags":[${texts.join(',')}],${rest.slice(1, -1)}`;
  }

  #groups(): Ruleset['groups'] {
    return Object.fromEntries(this.#deps.groups.map(({ key, members }) => [key, [...members]]));
  }
}
