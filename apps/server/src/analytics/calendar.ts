import { DAY_MS } from '@lamppost/protocol';
import { offsetChange, zoneOffset } from './zone-offset.ts';

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

export const unitMonths = { month: 1, quarter: 3, year: 12 } as const;

/** Starts of the calendar's units, from the one that holds fromMs on, without end. */
export function* calendarStarts(fromMs: number, unit: CalendarUnit, timezone: string): Generator<number> {
  for (let units = 0; ; units++) yield calendarStart(fromMs, unit, timezone, units);
}

/** The first instant of the unit that is so many units later than the one that holds atMs. Weeks start on Monday. */
export function calendarStart(atMs: number, unit: CalendarUnit, timezone: string, unitsLater = 0): number {
  const shown = new Date(atMs + zoneOffset(timezone, atMs));
  const [year, month, day] = [shown.getUTCFullYear(), shown.getUTCMonth(), shown.getUTCDate()];
  const date = new Date(0);
  if (unit === 'day') date.setUTCFullYear(year, month, day + unitsLater);
  else if (unit === 'week') date.setUTCFullYear(year, month, day - ((shown.getUTCDay() + 6) % 7) + 7 * unitsLater);
  else {
    const months = unitMonths[unit];
    date.setUTCFullYear(year, Math.floor(month / months) * months + unitsLater * months, 1);
  }
  return firstInstantOf(date.getTime(), timezone);
}

/** The same time of day so many units ago; a day that its month does not have is the month's last. */
export function calendarBefore(atMs: number, unit: keyof typeof unitMonths, timezone: string, units: number): number {
  const shown = new Date(atMs + zoneOffset(timezone, atMs));
  const month = shown.getUTCMonth() - units * unitMonths[unit];
  const lastDay = new Date(Date.UTC(shown.getUTCFullYear(), month + 1, 0)).getUTCDate();
  shown.setUTCMonth(month, Math.min(shown.getUTCDate(), lastDay));
  return firstInstantOf(shown.getTime(), timezone);
}

/** How far something is moved on the calendar and the clock of a zone. */
export interface WallShift {
  readonly months: number;
  readonly ms: number;
}

/** The same wall time so much earlier; a day that its month does not have is where the next month begins. */
export function wallTimeBefore(atMs: number, { months, ms }: WallShift, timezone: string): number {
  const shown = new Date(atMs + zoneOffset(timezone, atMs));
  const [year, month] = [shown.getUTCFullYear(), shown.getUTCMonth() - months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  if (shown.getUTCDate() > lastDay) return firstInstantOf(Date.UTC(year, month + 1, 1) - ms, timezone);
  shown.setUTCMonth(month);
  return firstInstantOf(shown.getTime() - ms, timezone);
}

/** The first instant at which the zone's clocks show this wall time or a later one. */
export function firstInstantOf(wallMs: number, timezone: string): number {
  const [before, after] = [wallMs - DAY_MS, wallMs + DAY_MS];
  const [early, late] = [zoneOffset(timezone, before), zoneOffset(timezone, after)];
  if (early === late) return wallMs - early;
  const change = offsetChange(timezone, before, after);
  return wallMs - early < change ? wallMs - early : Math.max(change, wallMs - late);
}
