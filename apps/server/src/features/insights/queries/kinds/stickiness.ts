import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../../analytics/query.ts';
import { type TimeBuckets, timeBuckets } from '../../../../analytics/time-buckets.ts';
import type { EventSelection } from '../event-selection.ts';
import { endsOf, type InsightParams, type InsightResult, type Moment, percentOf } from '../insight-params.ts';

/** In how many periods of the range do people do it? */
export interface StickinessParams extends InsightParams {
  readonly events: EventSelection;
  readonly interval: 'day' | 'week' | 'month';
}

/** Beyond it no chart can be read. */
const MAX_PERIODS = 1_000;

export function stickinessPeriods({ interval, timezone }: StickinessParams, { fromMs, toMs }: Moment): TimeBuckets {
  const periods = timeBuckets(fromMs, toMs, interval, timezone, MAX_PERIODS);
  if (periods !== undefined) return periods;
  const message = `would return more than ${MAX_PERIODS} periods. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('query.interval', message);
}

/** Persons who did it in exactly so many periods. */
export interface ActiveCount {
  readonly periods: number;
  readonly persons: number;
}

export function stickinessOf(
  { interval }: StickinessParams,
  moment: Moment,
  { starts }: TimeBuckets,
  counted: readonly ActiveCount[],
): InsightResult {
  const all = counted.reduce((sum, { persons }) => sum + persons, 0);
  const byPeriods = new Map(counted.map(({ periods, persons }) => [periods, persons]));
  const result = {
    kind: 'stickiness' as const,
    interval,
    periods: starts.length,
    points: starts.map((_, at) => {
      const persons = byPeriods.get(at + 1) ?? 0;
      return { periods: at + 1, persons, percentage: percentOf(persons, all) };
    }),
    ...endsOf(moment),
  };
  return { resultJson: JSON.stringify(result) };
}

export const stickinessQuery = defineQuery<StickinessParams, InsightResult>('stickiness', 'heavy');
