import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import type { WriteFilters } from '../filter-conditions.ts';
import type { InsightField } from '../insight-field.ts';
import type { Moment } from '../insight-params.ts';
import type { PersonNeeds } from '../person-join.ts';
import type { TimeseriesParams } from '../timeseries.ts';

/** What is aggregated, and how, in the SQL of an engine. */
export interface TrendMeasure {
  /** What a row stands for: an event, the first one of a person, or a session. */
  readonly row: 'event' | 'first event' | 'session';
  /** Over `ev`, for rows that are events; absent when nothing but the rows is counted. */
  readonly column?: string;
  readonly isPerson: boolean;
  readonly joins?: PersonNeeds['joins'];
  /** The rows are counted for each person first, which the column says, and `x` is that number. */
  readonly isPerPerson?: boolean;
  /** Over the column as `x`. */
  readonly aggregate: string;
  /** What puts values of a breakdown in their order: over rows, before they are counted for each person. */
  readonly rank: string;
}

/** What rows are made from. */
export interface TrendRows {
  readonly params: TimeseriesParams;
  readonly moment: Moment;
  readonly buckets: TimeBuckets;
  readonly measure: TrendMeasure;
  /** Of the breakdown. */
  readonly fields: readonly InsightField[];
  readonly writeFilters: WriteFilters;
  /** Whether each row says whose it is and when it was. */
  readonly hasPeople?: boolean;
}
