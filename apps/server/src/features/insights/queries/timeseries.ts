import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type Interval, type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import { type EventSelection, selectionLabel } from './event-selection.ts';
import {
  endsOf,
  type InsightParams,
  type InsightResult,
  isoOf,
  MISSING_PLACE,
  type Moment,
  NONE,
  OTHER,
  REST_PLACE,
  valueName,
} from './insight-params.ts';

export type Aggregation =
  | { readonly kind: 'count' }
  | {
      readonly kind: 'count_distinct' | 'sum' | 'average' | 'min' | 'max' | 'p50' | 'p90' | 'p95' | 'p99';
      readonly field: string;
    };

/** How did an event develop over time? */
export interface TimeseriesParams extends InsightParams {
  readonly events: EventSelection;
  readonly interval: Interval;
  readonly aggregation: Aggregation;
  /** One series for each value of this field. */
  readonly breakdownField?: string;
}

/** More would be more than a chart can show and a client wants to read. */
export const MAX_BUCKETS = 5_000;

export function timeseriesBuckets({ interval, timezone }: TimeseriesParams, { fromMs, toMs }: Moment): TimeBuckets {
  const buckets = timeBuckets(fromMs, toMs, interval, timezone, MAX_BUCKETS);
  if (buckets !== undefined) return buckets;
  const message = `makes more than ${MAX_BUCKETS} points of this range: take a longer interval or a shorter range`;
  throw new QueryRejected('query.interval', message);
}

/** One figure of the series at a place; places give the order of series. */
export interface TimeseriesCell {
  readonly place: number;
  /** The value of a breakdown. */
  readonly name?: string;
  readonly bucket: number;
  readonly value: number;
}

/** The result from what was found; without a breakdown all of it stands at place 0. */
export function timeseriesOf(
  params: TimeseriesParams,
  moment: Moment,
  buckets: TimeBuckets,
  cells: readonly TimeseriesCell[],
): InsightResult {
  const names = new Map<number, string>(
    params.breakdownField === undefined ? [[0, selectionLabel(params.events)]] : [],
  );
  if (params.breakdownField !== undefined) {
    for (const { place, name = '' } of cells) names.set(place, nameOf(place, name));
  }
  return { resultJson: JSON.stringify(timeseriesResult(params, moment, buckets, names, cells)) };
}

function nameOf(place: number, value: string): string {
  if (place === REST_PLACE) return OTHER;
  return place === MISSING_PLACE ? NONE : valueName(value);
}

/** Buckets without a cell are 0. `names` has the series that there are. */
function timeseriesResult(
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
