import { dateFormatter } from '../../design/format/format-time.ts';
import { fromZonedInput, toZonedInput } from '../../design/range-picker/zoned-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const smallSteps = [
  MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
];
const daySteps = [1, 2, 7, 14];
const monthSteps = [1, 2, 3, 6, 12];

export interface TimeTicks {
  readonly at: readonly number[];
  readonly label: (ms: number) => string;
}

/** Few and round ticks on the clocks of a zone: midnights stay midnights when the clocks change. */
export function timeTicks(fromMs: number, toMs: number, timeZone: string, most: number): TimeTicks {
  const span = toMs - fromMs;
  const wanted = span / Math.max(1, most);
  const small = smallSteps.find((step) => step >= wanted);
  if (small !== undefined) return clockTicks(fromMs, toMs, timeZone, small);
  const days = daySteps.find((step) => step * DAY >= wanted);
  if (days !== undefined) return dayTicks(fromMs, toMs, timeZone, days);
  const months = monthSteps.find((step) => step * 30 * DAY >= wanted) ?? Math.ceil(wanted / (365 * DAY)) * 12;
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
  const dayNumber = Math.round(clock / DAY);
  const origin = days >= 7 ? 4 : 0;
  clock += ((days - ((((dayNumber - origin) % days) + days) % days)) % days) * DAY;
  for (; ; clock += days * DAY) {
    const ms = fromZonedInput(new Date(clock).toISOString().slice(0, 16), timeZone);
    if (ms === undefined || ms > toMs) break;
    if (ms >= fromMs) at.push(ms);
  }
  const date = dateFormatter(timeZone, { day: 'numeric', month: 'short' });
  return { at, label: (ms) => date.format(ms) };
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
