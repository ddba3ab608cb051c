import { defineQuery } from '../../../analytics/query.ts';
import type { Interval, TimeBuckets } from '../../../analytics/time-buckets.ts';
import type { InsightResult } from './insight-params.ts';
import { endsOf, type InsightParams, isoOf, type Moment } from './insight-params.ts';

export type Aggregation =
  | { readonly kind: 'count' }
  | {
      readonly kind: 'count_distinct' | 'sum' | 'average' | 'min' | 'max' | 'p50' | 'p90' | 'p95' | 'p99';
      readonly field: string;
    };

/** How did an event develop over time? */
export interface TimeseriesParams extends InsightParams {
  readonly event: string;
  readonly interval: Interval;
  readonly aggregation: Aggregation;
  /** One series for each value of this field. */
  readonly breakdownField?: string;
}

/** More would be more than a chart can show and a client wants to read. */
export const MAX_BUCKETS = 5_000;

/** One figure of the series at a place; places give the order of series. */
export interface TimeseriesCell {
  readonly place: number;
  readonly bucket: number;
  readonly value: number;
}

/** The result from what is known of it: buckets without a cell are 0. `names` has the series that there are. */
export function timeseriesResult(
  { interval }: TimeseriesParams,
  moment: Moment,
  { starts }: TimeBuckets,
  names: ReadonlyMap<number, string>,
  cells: Iterable<TimeseriesCell>,
) {
  const rows = new Map<number, Float64Array>();
  for (const { place, bucket, value } of cells) {
    const row = rows.get(place) ?? new Float64Array(starts.length);
    row[bucket] = finite(value);
    rows.set(place, row);
  }
  const isoStarts = starts.map(isoOf);
  const series = [...names].sort(([a], [b]) => a - b);
  return {
    kind: 'timeseries' as const,
    series: series.map(([place, name]) => {
      const row = rows.get(place);
      return { name, points: isoStarts.map((bucketIso, at) => ({ bucketIso, value: row?.[at] ?? 0 })) };
    }),
    interval,
    ...endsOf(moment),
  };
}

/** A sum of doubles may run over; JSON has no word for that. */
const finite = (value: number): number =>
  Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number.isNaN(value) ? 0 : value));

export const timeseriesQuery = defineQuery<TimeseriesParams, InsightResult>('timeseries', 'heavy');
