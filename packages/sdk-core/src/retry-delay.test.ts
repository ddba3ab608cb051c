import { expect, test } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

const nowMs = Date.parse('2026-03-01T12:00:00Z');
const cases: readonly (readonly [string, number, string | null, number, number])[] = [
  ['the first', 0, null, 500, 1_500],
  ['the second', 1, null, 2_500, 7_500],
  ['the third', 2, null, 7_500, 22_500],
  ['the fourth', 3, null, 15_000, 45_000],
  ['the eighth', 7, null, 150_000, 450_000],
  ['the thousandth', 999, null, 150_000, 450_000],
  ['one that was asked for in seconds', 0, '60', 60_000, 90_000],
  ['one that was asked for as a date', 0, 'Sun, 01 Mar 2026 12:01:00 GMT', 60_000, 90_000],
  ['one whose date has passed', 0, 'Sun, 01 Mar 2026 11:00:00 GMT', 500, 1_500],
  ['one that was asked for in no words', 0, 'soon', 500, 1_500],
  ['one of less than nothing', 0, '-5', 500, 1_500],
  ['one of a year', 0, '31536000', 3_600_000, 5_400_000],
  ['one of infinity', 0, 'Infinity', 3_600_000, 5_400_000],
];
for (const [name, attempt, retryAfter, least, max] of cases)
  test(`the delay before ${name} is between ${least} and ${max} ms`, () => {
    expect(retryDelayMs(attempt, retryAfter, nowMs, 0)).toBe(least);
    expect(retryDelayMs(attempt, retryAfter, nowMs, 1)).toBe(max);
  });
