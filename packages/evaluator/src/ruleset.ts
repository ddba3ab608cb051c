/** What is evaluated, in the shape of the wire. Plain JSON: it may come from a server that is newer than this code. */
export interface Ruleset {
  readonly flags: readonly FlagDefinition[];
  readonly experiments: readonly ExperimentDefinition[];
  /** Group key to the ids of its users, for the groups that rules and overrides name. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** Cohort key to the ids of its users, for the cohorts that rules name. Absent: none. */
  readonly cohorts?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly config_version: string;
  /** What its reader has to understand: see `RULESET_VERSION`. Absent: 1. */
  readonly ruleset_version?: number;
}

/**
 * The newest ruleset that this code evaluates. 2: experiments with `overrides`, `layer` and `holdout`. 3: conditions on
 * `user_cohort`, and experiments with an `audience`. 4: flags with `prerequisites`. A reader that does not announce it is
 * given a ruleset without such experiments, and such flags as their default alone, because it would decide them wrongly.
 */
export const RULESET_VERSION = 4;

export type ValueType = 'boolean' | 'string' | 'number' | 'json';

export interface FlagDefinition {
  readonly id: string;
  readonly key: string;
  readonly value_type: ValueType;
  readonly default_value: unknown;
  readonly platforms: readonly string[];
  /** Absent means active. A deprecated flag is evaluated like an active one. */
  readonly status?: 'active' | 'archived' | 'deprecated';
  /** Flags that must have these values for the subject; otherwise this one is its default. Absent: none. */
  readonly prerequisites?: readonly PrerequisiteDefinition[] | null | undefined;
  readonly rules: readonly RuleDefinition[];
  readonly rollout: RolloutDefinition | null;
  readonly kill: KillDefinition | null;
}

export interface PrerequisiteDefinition {
  /** Key of the flag. */
  readonly flag: string;
  readonly value: unknown;
}

export interface RuleDefinition {
  readonly id: string;
  readonly name?: string | null | undefined;
  /** All must hold; none means that the rule holds for everyone. */
  readonly conditions: readonly ConditionDefinition[];
  readonly value: unknown;
  /** 0 to 100. */
  readonly percentage: number;
  readonly enabled: boolean;
}

export interface ConditionDefinition {
  readonly field: string;
  readonly op: string;
  readonly values: readonly ConditionValue[];
}

export type ConditionValue = string | number | boolean;

interface RolloutDefinition {
  readonly id: string;
  readonly percentage: number;
  readonly value: unknown;
}

interface KillDefinition {
  readonly value: unknown;
}

export interface ExperimentDefinition {
  readonly id: string;
  readonly key: string;
  readonly unit: 'auto' | 'device' | 'user';
  readonly status: 'draft' | 'running' | 'paused' | 'completed' | 'archived';
  /** 0 to 100. */
  readonly traffic_pct: number;
  readonly variants: readonly VariantDefinition[];
  readonly winner: string | null;
  /** Who can be in it, or get its winner: all conditions must hold, as those of a rule. Absent or empty: everyone. */
  readonly audience?: readonly ConditionDefinition[] | null | undefined;
  /** Testers, who get a variant whatever the buckets say, while it runs; the first that names them counts. */
  readonly overrides?: readonly OverrideDefinition[] | null | undefined;
  /** Its part of a layer, which takes the place of the pool: nobody is in two experiments of one layer. */
  readonly layer?: LayerShareDefinition | null | undefined;
  /** Who is kept out of it. */
  readonly holdout?: HoldoutDefinition | null | undefined;
}

export interface OverrideDefinition {
  readonly variant_key: string;
  readonly user_ids: readonly string[];
  readonly group_keys: readonly string[];
}

export interface LayerShareDefinition {
  readonly id: string;
  /** Buckets of 10,000, each from the first to before the second. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

export interface HoldoutDefinition {
  readonly id: string;
  /** 0 to 100. */
  readonly percentage: number;
}

export interface VariantDefinition {
  readonly key: string;
  /** Percent; the variants of an experiment add up to 100. */
  readonly weight: number;
  readonly payload: unknown;
}
