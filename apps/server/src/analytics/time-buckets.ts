import { DAY_MS } from '@lamppost/protocol';
import { type CalendarUnit, calendarStarts } from './calendar.ts';
import { offsetChange, zoneOffset } from './zone-offset.ts';

export type Interval = 'minute' | 'hour' | CalendarUnit;

/** A range of time cut where the clocks of a time zone say so. Bucket i is [starts[i], starts[i + 1] or endMs). */
export interface TimeBuckets {
  /** Ascending. The first bucket holds the begin of the range, so it may start before it. */
  readonly starts: readonly number[];
  /** At or after the end of the range. */
  readonly endMs: number;
}

const clockWidths = { minute: 60_000, hour: 3_600_000 } as const;

/**
 * The buckets that [fromMs, toMs) touches; undefined when there are more than `most`.
 * A day, a week (from Monday), a month, a quarter or a year starts at the first instant of its first date, so a day may have 23 or 25
 * hours. Hours and minutes start where the clock shows a full one, and anew where it is changed: the hour that autumn
 * repeats is two buckets.
 */
export function timeBuckets(
  fromMs: number,
  toMs: number,
  interval: Interval,
  timezone: string,
  max: number,
): TimeBuckets | undefined {
  const candidates =
    interval === 'minute' || interval === 'hour'
      ? clockStarts(fromMs, toMs, clockWidths[interval], timezone)
      : calendarStarts(fromMs, interval, timezone);
  const starts: number[] = [];
  for (const start of candidates) {
    if (start <= fromMs) starts.length = 0;
    if (start >= toMs) return { starts, endMs: start };
    // Dates that a zone has skipped start with the next one.
    if (start !== starts.at(-1)) starts.push(start);
    if (starts.length > max) return undefined;
  }
  throw new Error('the buckets of a range never end before it');
}

/** Full hours or minutes, and changes of the clock, from at latest fromMs to the first at or after toMs. */
function* clockStarts(fromMs: number, toMs: number, widthMs: number, timezone: string): Generator<number> {
  for (let at = fromMs - widthMs; ; ) {
    const offset = zoneOffset(timezone, at);
    const isChanging = zoneOffset(timezone, at + DAY_MS) !== offset;
    const until = isChanging ? offsetChange(timezone, at, at + DAY_MS) : at + DAY_MS;
    const first = Math.floor((at + offset) / widthMs) * widthMs - offset;
    for (let start = first; start < until; start += widthMs) {
      // What starts before this stretch belongs to the one before, unless the clock was changed here.
      if (start >= at) yield start;
      if (start >= toMs) return;
    }
    if (isChanging) yield until;
    at = until;
  }
}
