import { type CompiledFlag, type CompiledRuleset, FlagsJson, RULESET_VERSION, type Ruleset } from '@lamppost/evaluator';
import type { GroupTable } from './edge-tables.ts';
import { type RulesetExperiment, type RulesetFlag, versionNeededBy } from './ruleset.ts';
import { type RulesetText, type ServedRuleset, type ServedVersions, servedTag } from './served-ruleset.ts';

export interface ServedFlag {
  readonly position: number;
  readonly definition: RulesetFlag;
  readonly compiled: CompiledFlag;
  readonly groupKeys: ReadonlySet<string>;
  readonly usesCohorts: boolean;
  /** Once somebody has asked for it. */
  json?: string;
}

export interface AssembledParts {
  readonly flags: readonly ServedFlag[];
  readonly experiments: readonly RulesetExperiment[];
  readonly groups: readonly GroupTable[];
  /** Keys of the cohorts that rules name, in order. */
  readonly cohorts: readonly string[];
  /** Members of those that are served, by key. It is looked at when it is asked for, as the compiled flags do. */
  readonly served: ReadonlyMap<string, ReadonlySet<string>>;
  readonly compiled: CompiledRuleset;
  readonly versions: ServedVersions;
}

/** The first version whose readers understand conditions on cohorts. */
const COHORTS_SINCE = 3;

/** The first version whose readers understand prerequisites. */
const PREREQUISITES_SINCE = 4;

/** For a reader that would decide the flag wrongly. A kill holds for everybody, so it stays. */
const withDefaultAlone = ({ prerequisites: _, ...flag }: RulesetFlag): RulesetFlag => ({
  ...flag,
  rules: [],
  rollout: null,
});

function versionNeededByFlag({ usesCohorts, definition }: ServedFlag): number {
  if (definition.prerequisites !== undefined) return PREREQUISITES_SINCE;
  return usesCohorts ? COHORTS_SINCE : 1;
}

/** Its texts are made when somebody asks for them, of the texts of its flags, which outlive it. */
export class AssembledRuleset implements ServedRuleset {
  readonly compiled: CompiledRuleset;
  readonly flagsJson: FlagsJson;
  readonly #parts: AssembledParts;
  readonly #texts = new Map<number, RulesetText>();

  get tag(): string {
    return this.inVersion(1).tag;
  }

  constructor(parts: AssembledParts) {
    this.#parts = parts;
    this.compiled = parts.compiled;
    this.flagsJson = new FlagsJson(parts.compiled);
  }

  get ruleset(): Ruleset {
    const { flags, experiments } = this.#parts;
    return {
      flags: flags.map(({ definition }) => definition),
      experiments,
      groups: this.#groups(),
      ...this.#cohorts(),
      config_version: this.compiled.configVersion,
    };
  }

  get cohortKeys(): readonly string[] {
    return this.#parts.cohorts;
  }

  membershipsOf(userId: string | undefined): readonly string[] | undefined {
    const { cohorts, served } = this.#parts;
    if (cohorts.length === 0) return undefined;
    return cohorts.flatMap((key) => {
      const members = served.get(key);
      if (members === undefined) return [`!${key}`];
      return userId !== undefined && members.has(userId) ? [key] : [];
    });
  }

  inVersion(announced: number): RulesetText {
    const version = Math.min(announced, RULESET_VERSION);
    const known = this.#texts.get(version);
    if (known !== undefined) return known;
    const write = () => this.#write(version);
    let json: string | undefined;
    const text: RulesetText = {
      tag: servedTag(this.#parts.versions, version),
      get json() {
        json ??= write();
        return json;
      },
    };
    this.#texts.set(version, text);
    return text;
  }

  #write(version: number): string {
    const { flags, experiments } = this.#parts;
    const texts = flags.map((flag) => {
      if (version < versionNeededByFlag(flag)) return JSON.stringify(withDefaultAlone(flag.definition));
      flag.json ??= JSON.stringify(flag.definition);
      return flag.json;
    });
    const rest = JSON.stringify({
      experiments: experiments.filter((experiment) => versionNeededBy(experiment) <= version),
      groups: this.#groups(),
      ...(version < COHORTS_SINCE ? {} : this.#cohorts()),
      config_version: this.compiled.configVersion,
      ruleset_version: version,
    });
    return `"flags":[${texts.join(',')}],${rest.slice(1, -1)}`;
  }

  #cohorts(): Pick<Ruleset, 'cohorts'> {
    const { cohorts, served } = this.#parts;
    if (cohorts.length === 0) return {};
    const listed = cohorts.flatMap((key) => {
      const members = served.get(key);
      return members === undefined ? [] : [[key, [...members]] as const];
    });
    return { cohorts: Object.fromEntries(listed) };
  }

  #groups(): Ruleset['groups'] {
    return Object.fromEntries(this.#parts.groups.map(({ key, members }) => [key, [...members]]));
  }
}
