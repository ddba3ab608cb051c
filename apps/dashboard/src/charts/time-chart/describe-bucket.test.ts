import { expect, test } from 'vitest';
import { bucketWidth, describeBucket } from './describe-bucket.ts';

const HOUR = 3_600_000;
const start = Date.UTC(2026, 10, 15, 23);

// Engines differ in the comma after the weekday.
const day = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'Europe/Berlin',
}).format(start);

test.each([
  [60_000, `${day}, 00:00`],
  [HOUR, `${day}, 00:00 – 01:00`],
  [24 * HOUR, day],
  [7 * 24 * HOUR, `week of ${day}`],
  [30 * 24 * HOUR, 'November 2026'],
])('a bucket of %i ms is told as exactly as it is wide', (ms, words) => {
  expect(describeBucket(start, ms, 'Europe/Berlin')).toBe(words);
  expect(day).toContain('16 Nov');
});

test('a day of 23 hours does not make buckets narrower', () => {
  expect(bucketWidth([0, 24, 48, 71, 95].map((hour) => hour * HOUR))).toBe(24 * HOUR);
  expect(bucketWidth([5])).toBe(24 * HOUR);
});
