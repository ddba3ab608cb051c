import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../../analytics/query.ts';
import { type TimeBuckets, timeBuckets } from '../../../../analytics/time-buckets.ts';
import type { EventSelection } from '../event-selection.ts';
import { endsOf, type InsightParams, type InsightResult, isoOf, type Moment } from '../insight-params.ts';

/** Of those who did it in a period, who is new, who was there before, and who stayed away? */
export interface LifecycleParams extends InsightParams {
  readonly events: EventSelection;
  readonly interval: 'day' | 'week' | 'month';
}

/** What a person is in a period. In SQL a state is its place here. */
const lifecycleStates = ['new', 'returning', 'resurrecting', 'dormant'] as const;
export type LifecycleState = (typeof lifecycleStates)[number];

/** Beyond it no chart can be read. */
const MAX_PERIODS = 1_000;

/**
 * The period before the first one of the range, and then those of the range: bucket 0 only says who was there before.
 * All of them are whole, wherever the range begins: what a person is in one is not known from a part of it.
 */
export function lifecyclePeriods({ interval, timezone }: LifecycleParams, { fromMs, toMs }: Moment): TimeBuckets {
  const [first] = timeBuckets(fromMs, fromMs + 1, interval, timezone, 1)?.starts ?? [];
  const periods = timeBuckets((first ?? fromMs) - 1, toMs, interval, timezone, MAX_PERIODS + 1);
  if (periods !== undefined) return periods;
  const message = `would return more than ${MAX_PERIODS} periods. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('query.interval', message);
}

/** Persons in a state in a period, by its number in `lifecyclePeriods`. */
export interface StateCount {
  readonly state: number;
  readonly period: number;
  readonly persons: number;
}

export function lifecycleOf(
  { interval }: LifecycleParams,
  moment: Moment,
  { starts }: TimeBuckets,
  counted: readonly StateCount[],
): InsightResult {
  const [, fromMs = moment.fromMs] = starts;
  const rows = lifecycleStates.map(() => new Array<number>(starts.length).fill(0));
  for (const { state, period, persons } of counted) {
    // Nobody can stay away from a period that has not begun.
    if ((starts[period] ?? 0) < moment.nowMs) (rows[state] ?? [])[period] = persons;
  }
  const result = {
    kind: 'lifecycle' as const,
    interval,
    series: lifecycleStates.map((state, at) => ({
      state,
      points: starts.slice(1).map((start, period) => ({ bucketIso: isoOf(start), value: rows[at]?.[period + 1] ?? 0 })),
    })),
    ...endsOf({ ...moment, fromMs }),
  };
  return { resultJson: JSON.stringify(result) };
}

export const lifecycleQuery = defineQuery<LifecycleParams, InsightResult>('lifecycle', 'heavy');
