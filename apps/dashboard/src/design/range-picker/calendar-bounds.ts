import type { CalendarUnit } from './calendar-unit.ts';
import { fromZonedInput, toZonedInput } from './zoned-time.ts';

/** When the day, week (from Monday), month, quarter or year of a moment begins in a zone, and the one before it. */
export function calendarBounds(
  unit: CalendarUnit,
  nowMs: number,
  timeZone: string,
): { readonly startMs: number; readonly previousMs: number } {
  const [year = 1970, month = 1, day = 1] = toZonedInput(nowMs, timeZone).slice(0, 10).split('-').map(Number);
  const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  const first = month - 1 - ((month - 1) % 3);
  const starts: Readonly<Record<CalendarUnit, readonly [now: Day, before: Day]>> = {
    day: [
      [year, month - 1, day],
      [year, month - 1, day - 1],
    ],
    week: [
      [year, month - 1, day - weekday],
      [year, month - 1, day - weekday - 7],
    ],
    month: [
      [year, month - 1, 1],
      [year, month - 2, 1],
    ],
    quarter: [
      [year, first, 1],
      [year, first - 3, 1],
    ],
    year: [
      [year, 0, 1],
      [year - 1, 0, 1],
    ],
  };
  const [now, before] = starts[unit];
  return { startMs: midnight(now, timeZone), previousMs: midnight(before, timeZone) };
}

type Day = readonly [year: number, month: number, day: number];

function midnight([year, month, day]: Day, timeZone: string): number {
  const asUtc = new Date(Date.UTC(year, month, day));
  return fromZonedInput(asUtc.toISOString().slice(0, 16), timeZone) ?? asUtc.getTime();
}
