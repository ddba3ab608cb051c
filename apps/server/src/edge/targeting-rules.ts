export type ValueType = 'boolean' | 'string' | 'number' | 'json';

export interface Condition {
  readonly field: string;
  readonly op: string;
  readonly values: readonly (string | number | boolean)[];
}

export interface Rule {
  /** Buckets are made from it. */
  readonly id: string;
  readonly name: string | null;
  readonly conditions: readonly Condition[];
  readonly value: unknown;
  readonly percentage: number;
  readonly enabled: boolean;
}

export interface Rollout {
  /** Buckets are made from it: one per flag and environment, for ever. */
  readonly id: string;
  readonly percentage: number;
  readonly value: unknown;
}
