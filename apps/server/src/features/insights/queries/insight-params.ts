import type { ReleaseKey } from '../../../analytics/release-key.ts';
import type { Scope } from '../../../edge/scope.ts';

/** From is inclusive, to exclusive. The last so many milliseconds end with the moment at which the work begins. */
export type InsightRange =
  | { readonly kind: 'last'; readonly ms: number }
  | { readonly kind: 'between'; readonly fromMs: number; readonly toMs: number };

export type FilterValue = string | number | boolean;

/**
 * What holds for an event. Values of `timestamp` and `received_at` are milliseconds since 1970. Beside a value of
 * `release_id` stand the releases that it names: events of their version have that value, whether or not they say so.
 */
export type InsightFilter =
  | {
      readonly field: string;
      readonly op: 'eq' | 'neq' | 'contains' | 'not_contains' | 'gt' | 'gte' | 'lt' | 'lte';
      readonly value: FilterValue;
      readonly releases?: readonly ReleaseKey[];
    }
  | {
      readonly field: string;
      readonly op: 'in' | 'not_in';
      readonly value: readonly FilterValue[];
      readonly releases?: readonly ReleaseKey[];
    }
  | { readonly field: string; readonly op: 'is_null' | 'is_not_null' };

/** What every insight says of the events it is about. */
export interface InsightParams {
  readonly scope: Scope;
  /** Where days begin, as an IANA name. */
  readonly timezone: string;
  readonly range: InsightRange;
  /** All of them must hold. */
  readonly filters: readonly InsightFilter[];
}

/** The result in wire form, so that the asking process passes it on unread. */
export interface InsightResult {
  readonly resultJson: string;
}

/** A range with its ends, and the moment at which they were found. */
export interface Moment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly nowMs: number;
}

export const momentOf = (range: InsightRange, nowMs: number): Moment =>
  range.kind === 'last'
    ? { fromMs: nowMs - range.ms, toMs: nowMs, nowMs }
    : { fromMs: range.fromMs, toMs: range.toMs, nowMs };

export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** The ends of the range as results carry them. */
export const endsOf = ({ fromMs, toMs }: Moment) => ({ fromIso: isoOf(fromMs), toIso: isoOf(toMs) });

/** A share in percent with two decimals; of nothing it is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;

/** Names for what a breakdown does not show by itself. */
export const OTHER = '(other)';
export const NONE = '(none)';
/** A value as it is shown: one that could be taken for these names stands in quotes, and in one more pair each. */
export const valueName = (value: string): string => (/^"*\((?:other|none)\)"*$/.test(value) ? `"${value}"` : value);
/** So many values of a breakdown are shown by themselves. */
export const MAX_VALUES = 20;
/** Places of a breakdown: values by their rank from 0 on, then what they leave over, then what has no value. */
export const REST_PLACE = MAX_VALUES;
export const MISSING_PLACE = MAX_VALUES + 1;
