import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import { comparedPeriod, distinctBuckets } from '../../trends/compared-period.ts';
import { type Moment, momentOf } from '../insight-params.ts';
import { type TimeseriesParams, timeseriesBuckets } from '../timeseries.ts';
import { bucketAt } from './bucket-window.ts';
import type { TimeseriesPoint } from './people-behind.ts';

interface TrendSpan {
  /** The range, or the period that it is compared with. */
  readonly moment: Moment;
  readonly buckets: TimeBuckets;
  /** The numbers of the first and the last bucket of the point. */
  readonly first: number;
  readonly last: number;
  /** What of the range lies in them. */
  readonly window: Moment;
}

/** The time that a point of a timeseries is about. */
export function trendSpan(params: TimeseriesParams, point: TimeseriesPoint, nowMs: number): TrendSpan {
  const { moment, buckets } = periodOf(params, point, nowMs);
  const { starts, endMs } = buckets;
  // The only bucket there is begins with the range, which may move.
  if (point.bucketMs === undefined || params.interval === 'total') {
    return { moment, buckets, first: 0, last: starts.length - 1, window: moment };
  }
  const last = bucketAt(buckets, point.bucketMs, 'at.bucketIso');
  const first = Math.max(0, last - (point.bucketsBefore ?? 0));
  const window = {
    ...moment,
    fromMs: Math.max(moment.fromMs, starts[first] ?? 0),
    toMs: Math.min(moment.toMs, starts[last + 1] ?? endMs),
  };
  return { moment, buckets, first, last, window };
}

function periodOf(params: TimeseriesParams, { compare }: TimeseriesPoint, nowMs: number) {
  const moment = momentOf(params, nowMs);
  const buckets = timeseriesBuckets(params, moment);
  if (compare === undefined) return { moment, buckets };
  const period = comparedPeriod(compare, params.range, moment, buckets, params.timezone);
  return { moment: { ...moment, fromMs: period.fromMs, toMs: period.toMs }, buckets: distinctBuckets(period).buckets };
}
