import { DAY_MS, HOUR_MS, MINUTE_MS } from '../design/format/units.ts';
import { rangeLength } from '../design/range-picker/time-range.ts';
import type { TimeRange } from '../navigation/time-range.ts';
import { type Interval, intervals } from './insight.ts';

/** About how long each is; the whole range is one however long it is. */
export const intervalLengths: Readonly<Record<Interval, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
  quarter: 91 * DAY_MS,
  year: 365 * DAY_MS,
  total: Number.POSITIVE_INFINITY,
};
/** The server answers no more buckets than this. */
const MAX_BUCKETS = 5000;

/** Few enough buckets to read, enough to see a shape: minutes for an hour, hours for two days, days for a quarter. */
export function intervalOfRange(range: TimeRange): Exclude<Interval, 'quarter' | 'year' | 'total'> {
  const length = rangeLength(range);
  if (length <= 2 * HOUR_MS) return 'minute';
  if (length <= 2 * DAY_MS) return 'hour';
  if (length <= 120 * DAY_MS) return 'day';
  return length <= 730 * DAY_MS ? 'week' : 'month';
}

/** Intervals that the range can be cut into. */
export function intervalsFor(range: TimeRange): readonly Interval[] {
  const length = rangeLength(range);
  return intervals.filter((interval) => length / intervalLengths[interval] < MAX_BUCKETS - 1);
}
