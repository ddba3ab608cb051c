export const valueTypes = ['boolean', 'string', 'number', 'json'] as const;
export const platforms = ['web', 'ios', 'ipados', 'macos', 'android', 'server'] as const;
export const kinds = ['release', 'experiment', 'operational', 'permission'] as const;
export const statuses = ['active', 'deprecated', 'archived'] as const;
export const operators = [
  ...(['eq', 'neq', 'in', 'not_in', 'gt', 'gte', 'lt', 'lte', 'contains', 'not_contains'] as const),
  ...(['starts_with', 'ends_with', 'regex', 'exists', 'not_exists'] as const),
  ...(['semver_gt', 'semver_gte', 'semver_lt', 'semver_lte'] as const),
] as const;

export type ValueType = (typeof valueTypes)[number];
type Platform = (typeof platforms)[number];

export interface ConditionSpec {
  readonly field: string;
  readonly op: (typeof operators)[number];
  readonly values: readonly (string | number | boolean)[];
}

export interface RuleSpec {
  /** Buckets are made from it. Absent: that of the rule it takes the place of, or a new one. */
  readonly id?: string | undefined;
  readonly name: string | null;
  readonly conditions: readonly ConditionSpec[];
  readonly value: unknown;
  readonly percentage: number;
  readonly enabled: boolean;
}

export interface RolloutSpec {
  readonly percentage: number;
  readonly value: unknown;
}

/** All of an environment but the kill switch: that is thrown in an emergency, and no file takes it back. */
export interface TargetingSpec {
  readonly rules: readonly RuleSpec[];
  readonly rollout: RolloutSpec | null;
}

/** A flag that must have a value. */
export interface PrerequisiteSpec {
  readonly flag: string;
  readonly value: unknown;
}

/** A flag as a file or the server says it. */
export interface FlagSpec {
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly value_type: ValueType;
  readonly default_value: unknown;
  readonly platforms: readonly Platform[];
  readonly tags: readonly string[];
  readonly kind: (typeof kinds)[number];
  readonly status: (typeof statuses)[number];
  readonly prerequisites: readonly PrerequisiteSpec[];
  /** YYYY-MM-DD. */
  readonly expires_on: string | null;
  /** By slug. Environments that are not named are left alone. */
  readonly environments: Readonly<Record<string, TargetingSpec>>;
}

export const isOfType = (value: unknown, type: ValueType): boolean =>
  type === 'json' ? typeof value === 'object' && value !== null : typeof value === type;
