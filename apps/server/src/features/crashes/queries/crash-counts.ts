import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type Interval, type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import type { Scope } from '../../../edge/scope.ts';

export type CrashDimension = 'exception' | 'version' | 'device' | 'os' | 'platform';

/** How many crash reports were there, over time? */
export interface CrashCountsParams {
  readonly scope: Scope;
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly platform?: string;
  readonly appVersion?: string;
  readonly breakdown?: CrashDimension;
  readonly over: {
    readonly interval: Interval;
    /** IANA name: where days begin. */
    readonly timezone: string;
  };
}

export interface CrashCountLine {
  /** Of the breakdown: `value` is one of the values with the most reports, `rest` all others, `missing` no value. */
  readonly part: 'all' | 'value' | 'rest' | 'missing';
  readonly value: string | null;
  /** In the order of the buckets. */
  readonly counts: readonly number[];
}

export interface CrashCountsResult {
  readonly starts: readonly number[];
  /** Without a breakdown one line, also of no reports. With one: values by their number of reports, then rest, missing. */
  readonly lines: readonly CrashCountLine[];
}

/** So many values of a breakdown are shown by themselves. */
export const MAX_CRASH_VALUES = 12;
/** Of a value, as exceptions can have names of any length. */
export const MAX_CRASH_VALUE_LENGTH = 200;
const MAX_POINTS = 1_000;

export const crashCountsQuery = defineQuery<CrashCountsParams, CrashCountsResult>('crashCounts', 'wide');

export function crashCountBuckets({ fromMs, toMs, over }: CrashCountsParams): TimeBuckets {
  const buckets = timeBuckets(fromMs, toMs, over.interval, over.timezone, MAX_POINTS);
  if (buckets !== undefined) return buckets;
  const message = `would return more than ${MAX_POINTS} points. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('interval', message);
}

/** Of rows `(place, bucket, reports)`. The place of a value is its place in `values`; then come the rest, and no value. */
export function crashCountsResult(
  rows: readonly (readonly unknown[])[],
  { starts }: TimeBuckets,
  values: readonly string[] | undefined,
): CrashCountsResult {
  const counts = new Map<number, number[]>();
  for (const [place, bucket, reports] of rows) {
    const line = counts.get(Number(place)) ?? starts.map(() => 0);
    line[Number(bucket)] = Number(reports);
    counts.set(Number(place), line);
  }
  const none = starts.map(() => 0);
  if (values === undefined) return { starts, lines: [{ part: 'all', value: null, counts: counts.get(0) ?? none }] };
  const [rest, missing] = [counts.get(values.length), counts.get(values.length + 1)];
  return {
    starts,
    lines: [
      ...values.map((value, place) => ({ part: 'value' as const, value, counts: counts.get(place) ?? none })),
      ...(rest === undefined ? [] : [{ part: 'rest' as const, value: null, counts: rest }]),
      ...(missing === undefined ? [] : [{ part: 'missing' as const, value: null, counts: missing }]),
    ],
  };
}
