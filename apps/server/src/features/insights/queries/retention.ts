import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import type { EventSelection } from './event-selection.ts';
import type { InsightResult } from './insight-params.ts';
import { endsOf, type InsightParams, type Moment, placeName } from './insight-params.ts';
import { type CohortCount, retentionTable } from './kinds/retention-table.ts';

/** Of those who did one thing in a period, how many did another in the periods after it? */
export interface RetentionParams extends InsightParams {
  readonly cohortEvents: EventSelection;
  readonly returnEvents: EventSelection;
  readonly interval: 'hour' | 'day' | 'week' | 'month';
  /** `on` when absent. */
  readonly mode?: 'on' | 'on_or_after';
  /** `first_in_range` when absent. */
  readonly start?: 'first_in_range' | 'first_time';
  /** One table for each value that this field has at the event that puts a person into their cohort. */
  readonly breakdownField?: string;
}

/** A table of so many rows and columns; beyond it nobody reads. */
const MAX_PERIODS = 400;
/** There is one of them for each value. */
const MAX_PERIODS_OF_VALUES = 100;

export function retentionPeriods(params: RetentionParams, { fromMs, toMs }: Moment): TimeBuckets {
  const { interval, timezone, breakdownField } = params;
  const most = breakdownField === undefined ? MAX_PERIODS : MAX_PERIODS_OF_VALUES;
  const periods = timeBuckets(fromMs, toMs, interval, timezone, most);
  if (periods !== undefined) return periods;
  const of = breakdownField === undefined ? '' : ', the limit with a breakdown';
  throw new QueryRejected(
    'query.interval',
    `would return more than ${most} periods${of}. Choose a longer interval or a shorter range.`,
  );
}

/** A count of the persons at a place of the breakdown; without one all of them stand at place 0. */
export interface PlacedCount extends CohortCount {
  readonly place: number;
}

/** `values` are those of the places; undefined without a breakdown. */
export function retentionOf(
  params: RetentionParams,
  moment: Moment,
  periods: TimeBuckets,
  counted: readonly PlacedCount[],
  values?: readonly string[],
): InsightResult {
  const tableOf = (some: readonly PlacedCount[]) =>
    retentionTable({ periods, knownUntilMs: Math.min(moment.toMs, moment.nowMs), mode: params.mode ?? 'on' }, some);
  const places = [...new Set(counted.map(({ place }) => place))].sort((a, b) => a - b);
  const result = {
    kind: 'retention' as const,
    interval: params.interval,
    ...tableOf(counted),
    ...(values === undefined
      ? {}
      : {
          breakdown: places.map((place) => ({
            name: placeName(place, values[place]),
            ...tableOf(counted.filter((each) => each.place === place)),
          })),
        }),
    ...endsOf(moment),
  };
  return { resultJson: JSON.stringify(result) };
}

export const retentionQuery = defineQuery<RetentionParams, InsightResult>('retention', 'heavy');
