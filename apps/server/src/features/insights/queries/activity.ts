import { defineQuery } from '../../../analytics/query.ts';
import type { Interval } from '../../../analytics/time-buckets.ts';
import type { Scope } from '../../../edge/scope.ts';

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

export interface ActivityCounts {
  /** Events of nobody count, but nobody is no person. */
  readonly people: number;
  readonly events: number;
}

export interface ActivityResult extends ActivityCounts {
  /** Every bucket of the range, in order; empty without `over`. People of buckets do not add up to those of the range. */
  readonly points: readonly (ActivityCounts & { readonly bucketMs: number })[];
}

export const activityQuery = defineQuery<ActivityParams, ActivityResult>('activity', 'heavy');
