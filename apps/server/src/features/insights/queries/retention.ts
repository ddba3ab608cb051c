import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import type { EventSelection } from './event-selection.ts';
import type { InsightResult } from './insight-params.ts';
import { endsOf, type InsightParams, isoOf, type Moment, percentOf } from './insight-params.ts';

/** Of those who did one thing in a period, how many did another in the periods after it? */
export interface RetentionParams extends InsightParams {
  readonly cohortEvents: EventSelection;
  readonly returnEvents: EventSelection;
  readonly interval: 'day' | 'week';
}

/** A table of so many rows and columns; beyond it nobody reads. */
const MAX_PERIODS = 400;

export function retentionPeriods({ interval, timezone }: RetentionParams, { fromMs, toMs }: Moment): TimeBuckets {
  const periods = timeBuckets(fromMs, toMs, interval, timezone, MAX_PERIODS);
  if (periods !== undefined) return periods;
  const message = `makes more than ${MAX_PERIODS} periods of this range: take a longer interval or a shorter range`;
  throw new QueryRejected('query.interval', message);
}

/** Persons whose first cohort event lies in a period. */
interface CohortSize {
  readonly period: number;
  readonly persons: number;
}

/** Those of them who came back so many periods later. */
interface CohortReturn extends CohortSize {
  readonly later: number;
}

/** In place of `later` where it is the size of the cohort that was counted. */
export const COHORT_SIZE = -1;

export function retentionOf(
  params: RetentionParams,
  moment: Moment,
  periods: TimeBuckets,
  counted: readonly CohortReturn[],
): InsightResult {
  const sizes = counted.filter(({ later }) => later === COHORT_SIZE);
  const returns = counted.filter(({ later }) => later !== COHORT_SIZE);
  return { resultJson: JSON.stringify(retentionResult(params, moment, periods, sizes, returns)) };
}

/** Every period of the range is a cohort. What is not over, at the end of the range or now, is null, and so are shares of nobody. */
function retentionResult(
  params: RetentionParams,
  moment: Moment,
  { starts, endMs }: TimeBuckets,
  sizes: Iterable<CohortSize>,
  returns: Iterable<CohortReturn>,
) {
  const persons = new Array<number>(starts.length).fill(0);
  for (const { period, persons: size } of sizes) persons[period] = size;
  const returned = starts.map((_, period) => new Array<number>(starts.length - period).fill(0));
  for (const { period, later, persons: count } of returns) (returned[period] ?? [])[later] = count;
  const knownUntilMs = Math.min(moment.toMs, moment.nowMs);
  const isOver = starts.map((_, period) => (starts[period + 1] ?? endMs) <= knownUntilMs);
  return {
    kind: 'retention' as const,
    interval: params.interval,
    cohorts: starts.map((start, period) => {
      const size = persons[period] ?? 0;
      const counts = returned[period] ?? [];
      return {
        period: isoOf(start),
        size,
        retention: counts.map((count, later) => {
          if (size === 0) return null;
          if (later === 0) return 100;
          return isOver[period + later] === true ? percentOf(count, size) : null;
        }),
      };
    }),
    ...endsOf(moment),
  };
}

export const retentionQuery = defineQuery<RetentionParams, InsightResult>('retention', 'heavy');
