import { dateFormatter } from '../../design/format/format-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../design/format/units.ts';
import { fromZonedInput, toZonedInput } from '../../design/range-picker/zoned-time.ts';

const smallSteps = [
  MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
];
const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, 12];

export interface TimeTicks {
  readonly at: readonly number[];
  readonly label: (ms: number) => string;
}

export interface TimeTickOptions {
  /** How wide buckets are: ticks are never closer, so that a chart of days names no hours. */
  readonly bucketMs?: number;
  readonly nowMs?: number;
}

/** Days of 23 hours and months of 28 days exist. */
const hasDays = (bucketMs: number): boolean => bucketMs > 0 && bucketMs < 1.5 * DAY_MS;
const isShorterThan = (stepMs: number, bucketMs: number): boolean => stepMs < bucketMs * 0.9;

/** Few and round ticks on the clocks of a zone: midnights stay midnights when the clocks change. */
export function timeTicks(
  fromMs: number,
  toMs: number,
  timeZone: string,
  max: number,
  { bucketMs = 0, nowMs = Date.now() }: TimeTickOptions = {},
): TimeTicks {
  const span = toMs - fromMs;
  const wanted = span / Math.max(1, max);
  const small = smallSteps.find((step) => step >= wanted && !isShorterThan(step, bucketMs));
  if (small !== undefined) return clockTicks(fromMs, toMs, timeZone, small);
  const days = daySteps.find((step) => step * DAY_MS >= wanted && !isShorterThan(step * DAY_MS, bucketMs));
  if (days !== undefined) {
    const ticks = dayTicks(fromMs, toMs, timeZone, days);
    return hasDays(bucketMs) ? withToday(ticks, { fromMs, toMs, timeZone, nowMs, gapMs: wanted }) : ticks;
  }
  const months = monthSteps.find((step) => step * 30 * DAY_MS >= wanted) ?? Math.ceil(wanted / (365 * DAY_MS)) * 12;
  return monthTicks(fromMs, toMs, timeZone, months);
}

function clockTicks(fromMs: number, toMs: number, timeZone: string, step: number): TimeTicks {
  const at: number[] = [];
  const day = toZonedInput(fromMs, timeZone).slice(0, 10);
  const midnight = fromZonedInput(`${day}T00:00`, timeZone) ?? fromMs;
  // Counted on the clock and not in elapsed time, so that 06:00 stays 06:00 on the day of a change.
  for (let clock = Date.parse(`${day}T00:00Z`); ; clock += step) {
    const ms = fromZonedInput(new Date(clock).toISOString().slice(0, 16), timeZone);
    if (ms === undefined || ms > toMs || ms < midnight) break;
    if (ms >= fromMs && ms !== at.at(-1)) at.push(ms);
  }
  const time = dateFormatter(timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const date = dateFormatter(timeZone, { day: 'numeric', month: 'short' });
  return { at, label: (ms) => (time.format(ms) === '00:00' ? date.format(ms) : time.format(ms)) };
}

function dayTicks(fromMs: number, toMs: number, timeZone: string, days: number): TimeTicks {
  const at: number[] = [];
  let clock = Date.parse(`${toZonedInput(fromMs, timeZone).slice(0, 10)}T00:00Z`);
  // Weeks begin on Monday; every other day is counted from the epoch, so that ticks stay where they are while time moves.
  const dayNumber = Math.round(clock / DAY_MS);
  const origin = days >= 7 ? 4 : 0;
  clock += ((days - ((((dayNumber - origin) % days) + days) % days)) % days) * DAY_MS;
  for (; ; clock += days * DAY_MS) {
    const ms = fromZonedInput(new Date(clock).toISOString().slice(0, 16), timeZone);
    if (ms === undefined || ms > toMs) break;
    if (ms >= fromMs) at.push(ms);
  }
  const date = dateFormatter(timeZone, { day: 'numeric', month: 'short' });
  return { at, label: (ms) => date.format(ms) };
}

interface TodayOptions {
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
  readonly nowMs: number;
  /** Ticks that are closer would touch. */
  readonly gapMs: number;
}

/** Today has a tick wherever it is in the range; a regular one goes when the two would touch. */
function withToday({ at, label }: TimeTicks, { fromMs, toMs, timeZone, nowMs, gapMs }: TodayOptions): TimeTicks {
  const today = fromZonedInput(`${toZonedInput(nowMs, timeZone).slice(0, 10)}T00:00`, timeZone);
  if (today === undefined || today < fromMs || today > toMs) return { at, label };
  const apart = at.filter((ms) => Math.abs(ms - today) >= gapMs * 0.9);
  return {
    at: [...apart, today].sort((a, b) => a - b),
    label: (ms) => (ms === today ? 'Today' : label(ms)),
  };
}

function monthTicks(fromMs: number, toMs: number, timeZone: string, months: number): TimeTicks {
  const at: number[] = [];
  const [year = 1970, month = 1] = toZonedInput(fromMs, timeZone).split('-').map(Number);
  let count = year * 12 + (month - 1);
  count = Math.ceil(count / months) * months;
  for (; ; count += months) {
    const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01T00:00`;
    const ms = fromZonedInput(first, timeZone);
    if (ms === undefined || ms > toMs) break;
    if (ms >= fromMs) at.push(ms);
  }
  const name = dateFormatter(timeZone, { month: 'short' });
  const withYear = dateFormatter(timeZone, { year: 'numeric' });
  return {
    at,
    label: (ms) => (toZonedInput(ms, timeZone).slice(5, 7) === '01' ? withYear.format(ms) : name.format(ms)),
  };
}
