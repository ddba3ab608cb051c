import { expect, test } from 'vitest';
import { HOUR_MS } from '../../design/format/units.ts';
import { beginsWithin, bucketWidth, describeBucket } from './describe-bucket.ts';

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
  [HOUR_MS, `${day}, 00:00 – 01:00`],
  [24 * HOUR_MS, day],
  [7 * 24 * HOUR_MS, `week of ${day}`],
  [30 * 24 * HOUR_MS, 'November 2026'],
])('a bucket of %i ms is told as exactly as it is wide', (ms, words) => {
  expect(describeBucket(start, ms, 'Europe/Berlin')).toBe(words);
  expect(day).toContain('16 Nov');
});

test('a day of 23 hours does not make buckets narrower', () => {
  expect(bucketWidth([0, 24, 48, 71, 95].map((hour) => hour * HOUR_MS))).toBe(24 * HOUR_MS);
  expect(bucketWidth([5])).toBe(24 * HOUR_MS);
});

test('a range may begin in the middle of its first bucket', () => {
  expect(beginsWithin([HOUR_MS, 2 * HOUR_MS], HOUR_MS + 1)).toBe(true);
  expect(beginsWithin([HOUR_MS, 2 * HOUR_MS], HOUR_MS)).toBe(false);
  expect(beginsWithin([], HOUR_MS)).toBe(false);
  expect(beginsWithin(undefined, HOUR_MS)).toBe(false);
  expect(beginsWithin([HOUR_MS], undefined)).toBe(false);
});
