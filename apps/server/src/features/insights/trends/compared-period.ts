import { DAY_MS, type Wire } from '@lamppost/protocol';
import { calendarStart, unitMonths, type WallShift, wallTimeBefore } from '../../../analytics/calendar.ts';
import type { TimeBuckets } from '../../../analytics/time-buckets.ts';
import { zoneOffset } from '../../../analytics/zone-offset.ts';
import type { InsightRange, Moment } from '../queries/insight-params.ts';

type Compare = NonNullable<Wire['TimeseriesQuery']['compare']>;

export interface Period {
  readonly fromMs: number;
  readonly toMs: number;
  /** Each is where the one of the range is, moved back: as many, though not of the same length. */
  readonly starts: readonly number[];
}

/** What a range is compared with, cut where it is cut. */
export function comparedPeriod(
  compare: Compare,
  range: InsightRange,
  { fromMs, toMs }: Moment,
  { starts }: TimeBuckets,
  timezone: string,
): Period {
  const shift = compare === 'previous_year' ? { months: 12, ms: 0 } : lengthOf(range, fromMs, toMs, timezone);
  const before = (ms: number): number => wallTimeBefore(ms, shift, timezone);
  return { fromMs: before(fromMs), toMs: before(toMs), starts: starts.map(before) };
}

/** A unit of the calendar is compared with the unit before it, whole months with as many, all else with as much time. */
function lengthOf(range: InsightRange, fromMs: number, toMs: number, timezone: string): WallShift {
  if (range.kind === 'calendar') return { months: range.units * unitMonths[range.unit], ms: 0 };
  if (range.kind === 'current' || range.kind === 'previous') {
    if (range.unit === 'day') return { months: 0, ms: DAY_MS };
    return range.unit === 'week' ? { months: 0, ms: 7 * DAY_MS } : { months: unitMonths[range.unit], ms: 0 };
  }
  const wall = (ms: number): number => ms + zoneOffset(timezone, ms);
  const isMonth = (ms: number): boolean => calendarStart(ms, 'month', timezone) === ms;
  if (!isMonth(fromMs) || !isMonth(toMs)) {
    // Seven days back it is the same hour of the day, though one of them may have had 25 hours.
    const isDays = (toMs - fromMs) % DAY_MS === 0;
    return { months: 0, ms: isDays ? toMs - fromMs : wall(toMs) - wall(fromMs) };
  }
  const [from, to] = [new Date(wall(fromMs)), new Date(wall(toMs))];
  return { months: 12 * (to.getUTCFullYear() - from.getUTCFullYear()) + to.getUTCMonth() - from.getUTCMonth(), ms: 0 };
}

/**
 * The buckets of a period, of which no two begin together, and which of its starts each of them is: a month that is
 * shorter, or a change of the clock, leaves some without any time.
 */
export function distinctBuckets({ starts, toMs }: Period): { buckets: TimeBuckets; places: readonly number[] } {
  const places = starts.flatMap((start, at) => (start === starts[at + 1] ? [] : [at]));
  const distinct = places.map((at) => starts[at] ?? 0);
  return { buckets: { starts: distinct, endMs: Math.max(toMs, (distinct.at(-1) ?? 0) + 1) }, places };
}
