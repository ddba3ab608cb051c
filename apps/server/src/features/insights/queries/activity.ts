import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type Interval, type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import type { Scope } from '../../../edge/scope.ts';
import { MAX_BUCKETS } from './timeseries.ts';

/** How many people had an event, and how many events were there? From is inclusive, to exclusive. */
export interface ActivityParams {
  readonly scope: Scope;
  readonly fromMs: number;
  readonly toMs: number;
  /** The same over time; absent: the whole range only. */
  readonly over?: {
    readonly interval: Interval;
    /** IANA name: where days begin. */
    readonly timezone: string;
  };
}

interface ActivityCounts {
  /** Events of nobody count, but nobody is no person. */
  readonly people: number;
  readonly events: number;
}

export interface ActivityResult extends ActivityCounts {
  /** Every bucket of the range, in order; empty without `over`. People of buckets do not add up to those of the range. */
  readonly points: readonly (ActivityCounts & { readonly bucketMs: number })[];
}

/** Undefined when only the whole range is asked for. */
export function activityBuckets({ fromMs, toMs, over }: ActivityParams): TimeBuckets | undefined {
  if (over === undefined) return undefined;
  const buckets = timeBuckets(fromMs, toMs, over.interval, over.timezone, MAX_BUCKETS);
  if (buckets !== undefined) return buckets;
  const message = `would return more than ${MAX_BUCKETS} points. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('interval', message);
}

/** `bucket` is null for the whole range. */
export type CountedActivity = ActivityCounts & { readonly bucket: number | null };

export function activityResult(buckets: TimeBuckets | undefined, counted: readonly CountedActivity[]): ActivityResult {
  const found = new Map(counted.map(({ bucket, people, events }) => [bucket, { people, events }]));
  const countsOf = (bucket: number | null): ActivityCounts => found.get(bucket) ?? { people: 0, events: 0 };
  return {
    ...countsOf(null),
    points: (buckets?.starts ?? []).map((bucketMs, at) => ({ bucketMs, ...countsOf(at) })),
  };
}

export const activityQuery = defineQuery<ActivityParams, ActivityResult>('activity', 'heavy');
