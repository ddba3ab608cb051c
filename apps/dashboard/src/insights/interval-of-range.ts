import { DAY_MS, HOUR_MS, MINUTE_MS } from '../design/format/units.ts';
import { boundsOf, type TimeRange } from '../navigation/time-range.ts';
import { type Interval, intervals } from './insight.ts';

const lengths: Readonly<Record<Interval, number>> = {
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
  week: 7 * DAY_MS,
  month: 30 * DAY_MS,
};
/** The server answers no more buckets than this. */
const MAX_BUCKETS = 5000;

function lengthOf(range: TimeRange): number {
  const { from, to } = boundsOf(range, 0);
  return Date.parse(to) - Date.parse(from);
}

/** Few enough buckets to read, enough to see a shape: minutes for an hour, hours for two days, days for a quarter. */
export function intervalOfRange(range: TimeRange): Interval {
  const length = lengthOf(range);
  if (length <= 2 * HOUR_MS) return 'minute';
  if (length <= 2 * DAY_MS) return 'hour';
  if (length <= 120 * DAY_MS) return 'day';
  return length <= 730 * DAY_MS ? 'week' : 'month';
}

/** Intervals that the range can be cut into. */
export function intervalsFor(range: TimeRange): readonly Interval[] {
  const length = lengthOf(range);
  return intervals.filter((interval) => length / lengths[interval] < MAX_BUCKETS - 1);
}
