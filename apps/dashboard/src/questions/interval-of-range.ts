import { boundsOf, type TimeRange } from '../navigation/time-range.ts';
import { type Interval, intervals } from './question.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const lengths: Readonly<Record<Interval, number>> = {
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
};
/** The server answers no more buckets than this. */
const mostBuckets = 5000;

function lengthOf(range: TimeRange): number {
  const { from, to } = boundsOf(range, 0);
  return Date.parse(to) - Date.parse(from);
}

/** Few enough buckets to read, enough to see a shape: minutes for an hour, hours for two days, days for a quarter. */
export function intervalOfRange(range: TimeRange): Interval {
  const length = lengthOf(range);
  if (length <= 2 * HOUR) return 'minute';
  if (length <= 2 * DAY) return 'hour';
  if (length <= 120 * DAY) return 'day';
  return length <= 730 * DAY ? 'week' : 'month';
}

/** Intervals that the range can be cut into. */
export function intervalsFor(range: TimeRange): readonly Interval[] {
  const length = lengthOf(range);
  return intervals.filter((interval) => length / lengths[interval] < mostBuckets - 1);
}
