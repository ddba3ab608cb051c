import { QueryRejected } from '../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../analytics/query.ts';
import { type Interval, type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import { type EventSelection, selectionLabel } from './event-selection.ts';
import { endsOf, type InsightParams, type InsightResult, isoOf, type Moment } from './insight-params.ts';
import { foundLines, type TimeseriesCell, type TrendFound } from './trends/found-lines.ts';
import { breakdownName, breakdownOf, shownValues, type TrendBreakdown } from './trends/trend-breakdown.ts';

export type Aggregation =
  /** Events, persons, sessions, or persons who had never done it before. */
  | { readonly kind: 'count' | 'persons' | 'sessions' | 'first_time' }
  | {
      readonly kind: 'count_distinct' | 'sum' | 'average' | 'min' | 'max' | 'p50' | 'p90' | 'p95' | 'p99';
      readonly field: string;
    }
  /** Of the number of events that each person has in a bucket. */
  | { readonly kind: 'per_person'; readonly of: 'average' | 'min' | 'max' | 'p50' | 'p90' | 'p95' | 'p99' }
  /** Of the seconds from the first to the last event in the range, whatever they are, of sessions that have such an event. */
  | { readonly kind: 'session_duration'; readonly of: 'average' | 'sum' | 'p50' | 'p90' | 'p95' | 'p99' };

/** How did an event develop over time? */
export interface TimeseriesParams extends InsightParams {
  readonly events: EventSelection;
  /** `total`: one bucket, the range. */
  readonly interval: Interval | 'total';
  readonly aggregation: Aggregation;
  /** One series for each value of this field; those of the result say no values beside their name. */
  readonly breakdownField?: string;
  readonly breakdown?: TrendBreakdown;
  /** In place of those of the interval. */
  readonly buckets?: TimeBuckets;
}

/** Before every time that an event can say: years have four digits. */
export const LONG_AGO_MS = -62_200_000_000_000;

/** More would be more than a chart can show and a client wants to read. */
export const MAX_BUCKETS = 5_000;

type Cut = Pick<TimeseriesParams, 'interval' | 'timezone' | 'buckets'>;

export function timeseriesBuckets({ interval, timezone, buckets: asked }: Cut, { fromMs, toMs }: Moment): TimeBuckets {
  if (asked !== undefined) return asked;
  if (interval === 'total') return { starts: [fromMs], endMs: toMs };
  const buckets = timeBuckets(fromMs, toMs, interval, timezone, MAX_BUCKETS);
  if (buckets !== undefined) return buckets;
  const message = `would return more than ${MAX_BUCKETS} points. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('query.interval', message);
}

/** The result from what was found; without a breakdown all of it stands at place 0. */
export function timeseriesOf(
  params: TimeseriesParams,
  moment: Moment,
  { starts }: TimeBuckets,
  cells: readonly TimeseriesCell[],
): InsightResult {
  const isoStarts = starts.map(isoOf);
  const pointsOf = (values: readonly number[] | undefined) =>
    isoStarts.map((bucketIso, at) => ({ bucketIso, value: values?.[at] ?? 0 }));
  const lines = foundLines(cells, starts.length);
  const breakdown = breakdownOf(params);
  const series =
    breakdown === undefined
      ? [{ name: selectionLabel(params.events), points: pointsOf(lines[0]?.points) }]
      : lines.map(({ place, values, points }) => {
          const shown = shownValues(place, values, breakdown.fields.length);
          const said = params.breakdown === undefined ? {} : { breakdown: shown };
          return { name: breakdownName(place, shown), ...said, points: pointsOf(points) };
        });
  const { interval } = params;
  return { resultJson: JSON.stringify({ kind: 'timeseries', series, interval, ...endsOf(moment) }) };
}

export const timeseriesQuery = defineQuery<TimeseriesParams, InsightResult>('timeseries', 'heavy');

/** The same as structured lines, for composing series. */
export const trendQuery = defineQuery<TimeseriesParams, TrendFound>('trend', 'heavy');
