import { type CalendarUnit, calendarBefore, calendarStart } from '../../../analytics/calendar.ts';
import type { ReleaseKey } from '../../../analytics/release-key.ts';
import type { Scope } from '../../../edge/scope.ts';

/** From is inclusive, to exclusive. What does not say its end ends with the moment at which the work begins. */
export type InsightRange =
  | { readonly kind: 'last'; readonly ms: number }
  | { readonly kind: 'calendar'; readonly unit: 'month' | 'quarter' | 'year'; readonly units: number }
  /** The unit of the calendar that holds now, or the whole one before it. */
  | { readonly kind: 'current' | 'previous'; readonly unit: CalendarUnit }
  | { readonly kind: 'since'; readonly fromMs: number }
  | { readonly kind: 'between'; readonly fromMs: number; readonly toMs: number };

export type FilterValue = string | number | boolean;

/** What holds for an event: a condition, or a group of which one must hold or all must. */
export type InsightFilter =
  | InsightCondition
  | InsightFilterGroup
  /** Whose person is in one of these, or in none. */
  | {
      readonly field: 'cohort';
      readonly op: 'in_cohorts' | 'not_in_cohorts';
      readonly cohorts: readonly CohortSource[];
    };

export interface InsightFilterGroup {
  readonly op: 'any' | 'all';
  readonly filters: readonly InsightFilter[];
}

/**
 * What holds for a field of an event. Values of `timestamp` and `received_at` are milliseconds since 1970. Beside a
 * value of `release_id` stand the releases that it names: events of their version have that value, whether or not they
 * say so; beside those of `group` the ids of the users who are in one of the groups.
 */
export type InsightCondition =
  | {
      readonly field: string;
      readonly op: 'eq' | 'neq' | 'contains' | 'not_contains' | 'gt' | 'gte' | 'lt' | 'lte';
      readonly value: FilterValue;
      readonly releases?: readonly ReleaseKey[];
      readonly users?: readonly string[];
    }
  | {
      readonly field: string;
      readonly op: 'in' | 'not_in';
      readonly value: readonly FilterValue[];
      readonly releases?: readonly ReleaseKey[];
      readonly users?: readonly string[];
    }
  | {
      readonly field: string;
      readonly op: 'includes' | 'excludes';
      readonly value: readonly FilterValue[];
    }
  | { readonly field: string; readonly op: 'matches' | 'not_matches'; readonly pattern: string }
  | { readonly field: string; readonly op: 'before' | 'after'; readonly valueMs: number }
  | { readonly field: string; readonly op: 'is_null' | 'is_not_null' };

/** Something that people do. */
export interface Deed {
  /** Any of these; null: any event. */
  readonly events: readonly string[] | null;
  readonly filters: readonly InsightFilter[];
}

export type CohortRule =
  | { readonly all: readonly CohortRule[] }
  | { readonly any: readonly CohortRule[] }
  | { readonly not: CohortRule }
  /** So many times, never included. Without a range: ever. */
  | {
      readonly did: Deed;
      readonly op: 'gte' | 'lte' | 'eq';
      readonly value: number;
      readonly range: InsightRange | null;
    }
  /**
   * One after the other, each strictly later than the one before, and `thenNot` not later than the last time that this
   * came to its end.
   */
  | {
      readonly steps: readonly Deed[];
      readonly thenNot: Deed | null;
      readonly range: InsightRange | null;
    };

/** Who is in a cohort, as a query of the store: cohorts that it names are part of it. */
export type CohortSource = { readonly scope: Scope } & (
  | { readonly kind: 'rule'; readonly rule: CohortRule; readonly timezone: string }
  /** Those whose latest event all of this holds for. */
  | { readonly kind: 'latest'; readonly filters: readonly InsightFilter[] }
  /** Ids of users as a JSON list: there can be a million. */
  | { readonly kind: 'users'; readonly userIdsJson: string }
  /** Those behind a number of another query. */
  | { readonly kind: 'query'; readonly asked: AskedPoint }
);

/** A PeopleBehind (see people-behind.ts), which cannot be named here: its queries have filters, and those cohorts. */
interface AskedPoint {
  readonly kind: string;
  readonly params: InsightParams;
  readonly point: object;
}

/** What every insight says of the events it is about. */
export interface InsightParams {
  readonly scope: Scope;
  /** Where days begin, as an IANA name. */
  readonly timezone: string;
  readonly range: InsightRange;
  /** All of them must hold. */
  readonly filters: readonly InsightFilter[];
  /** What is counted and followed in place of people, where a query counts them: what this field names. */
  readonly unitField?: string;
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

/** Of the range and the zone that an insight asks for. */
export function momentOf({ range, timezone }: Pick<InsightParams, 'range' | 'timezone'>, nowMs: number): Moment {
  const until = (fromMs: number): Moment => ({ fromMs, toMs: Math.max(nowMs, fromMs + 1), nowMs });
  switch (range.kind) {
    case 'last':
      return until(nowMs - range.ms);
    case 'calendar':
      return until(calendarBefore(nowMs, range.unit, timezone, range.units));
    case 'current':
      return until(calendarStart(nowMs, range.unit, timezone));
    case 'previous':
      return {
        fromMs: calendarStart(nowMs, range.unit, timezone, -1),
        toMs: calendarStart(nowMs, range.unit, timezone),
        nowMs,
      };
    case 'since':
      return until(Math.min(range.fromMs, nowMs - 1));
    case 'between':
      return { fromMs: range.fromMs, toMs: range.toMs, nowMs };
  }
}

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
export const REST_PLACE = MAX_VALUES + 1;
export const MISSING_PLACE = MAX_VALUES + 2;

/** The name of a place of a breakdown, given its value. */
export function placeName(place: number, value: string | undefined): string {
  if (place === REST_PLACE) return OTHER;
  return place === MISSING_PLACE ? NONE : valueName(value ?? '');
}
