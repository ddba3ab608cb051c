import { expect, test } from 'vitest';
import { type CalendarUnit, calendarBefore, calendarStart, type WallShift, wallTimeBefore } from './calendar.ts';

const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString();

const starts: readonly [unit: CalendarUnit, later: number, start: string][] = [
  ['day', 0, '2026-05-14T22:00:00.000Z'],
  ['week', 0, '2026-05-10T22:00:00.000Z'],
  ['month', 0, '2026-04-30T22:00:00.000Z'],
  ['quarter', 0, '2026-03-31T22:00:00.000Z'],
  ['quarter', -1, '2025-12-31T23:00:00.000Z'],
  ['year', 0, '2025-12-31T23:00:00.000Z'],
  ['year', -1, '2024-12-31T23:00:00.000Z'],
];
for (const [unit, later, start] of starts) {
  test(`the ${unit} ${later} from 15 May in Berlin begins at ${start}`, () =>
    expect(iso(calendarStart(at('2026-05-15T10:00:00Z'), unit, 'Europe/Berlin', later))).toBe(start));
}

const before: readonly [from: string, unit: 'month' | 'quarter' | 'year', units: number, ms: string][] = [
  ['2026-05-31T10:00:00.000Z', 'month', 1, '2026-04-30T10:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', 'month', 1, '2026-02-28T11:00:00.000Z'],
  ['2026-05-15T10:00:00.000Z', 'quarter', 2, '2025-11-15T11:00:00.000Z'],
  ['2024-02-29T10:00:00.000Z', 'year', 1, '2023-02-28T10:00:00.000Z'],
  // 02:30 does not exist on the day of the change: the first instant after the gap.
  ['2026-04-29T00:30:00.000Z', 'month', 1, '2026-03-29T01:00:00.000Z'],
];
for (const [from, unit, units, ms] of before) {
  test(`${units} ${unit} before ${from} in Berlin is ${ms}`, () =>
    expect(iso(calendarBefore(at(from), unit, 'Europe/Berlin', units))).toBe(ms));
}

const shifted: readonly [from: string, shift: WallShift, ms: string][] = [
  // Over the change of the clock the wall time stays.
  ['2026-04-01T10:00:00.000Z', { months: 0, ms: 7 * 86_400_000 }, '2026-03-25T11:00:00.000Z'],
  ['2026-05-15T10:00:00.000Z', { months: 12, ms: 0 }, '2025-05-15T10:00:00.000Z'],
  // February has no 29th, so that all its days stand before what March has more.
  ['2026-03-28T23:30:00.000Z', { months: 1, ms: 0 }, '2026-02-28T23:00:00.000Z'],
  ['2026-03-31T10:00:00.000Z', { months: 1, ms: 0 }, '2026-02-28T23:00:00.000Z'],
  ['2024-02-29T10:00:00.000Z', { months: 12, ms: 0 }, '2023-02-28T23:00:00.000Z'],
];
for (const [from, shift, ms] of shifted) {
  test(`${shift.months} months and ${shift.ms} ms before ${from} in Berlin is ${ms}`, () =>
    expect(iso(wallTimeBefore(at(from), shift, 'Europe/Berlin'))).toBe(ms));
}
