import { defineQuery } from '../../../analytics/query.ts';
/** How many events were stored per day of receipt, over all environments? This is what is metered. */
export interface StoredPerDayParams {
  readonly projectId: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** Oldest first; days without events are left out. */
export interface DayCount {
  /** Calendar day in UTC, `YYYY-MM-DD`. */
  readonly day: string;
  readonly events: number;
}

export const storedPerDayQuery = defineQuery<StoredPerDayParams, readonly DayCount[]>('storedPerDay');
