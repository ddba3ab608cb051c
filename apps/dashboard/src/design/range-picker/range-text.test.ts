import { expect, test } from 'vitest';
import { calendarBounds } from './calendar-bounds.ts';
import { readRangeText, writeRangeText } from './range-text.ts';
import { endsNow, rangeBounds, type TimeRange } from './time-range.ts';

const releaseId = '0190a2f4-0000-7000-8000-000000000000';
const ranges: readonly Exclude<TimeRange, { kind: 'absolute' }>[] = [
  { kind: 'relative', last: '45d' },
  { kind: 'relative', last: '3mo' },
  { kind: 'current', unit: 'week' },
  { kind: 'previous', unit: 'quarter' },
  { kind: 'since_release', releaseId },
  { kind: 'since_release', releaseId, fromIso: '2026-11-01T10:00:00.000Z' },
];

test.each(ranges)('$kind is read back as it was written', (range) => {
  expect(readRangeText(writeRangeText(range))).toEqual(range);
});

test.each(['0d', '7x', '999999y', 'this-decade', 'since-x', 7, undefined])('%s is no range', (text) => {
  expect(readRangeText(text)).toBeUndefined();
});

const nowMs = Date.parse('2026-03-29T10:00:00Z');
const berlin = (unit: Parameters<typeof calendarBounds>[0]) => {
  const { startMs, previousMs } = calendarBounds(unit, nowMs, 'Europe/Berlin');
  return [previousMs, startMs].map((ms) => new Date(ms).toISOString());
};

test('units of the calendar begin at midnight of the zone, weeks on Monday', () => {
  expect(berlin('day')).toEqual(['2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z']);
  expect(berlin('week')).toEqual(['2026-03-15T23:00:00.000Z', '2026-03-22T23:00:00.000Z']);
  expect(berlin('month')).toEqual(['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z']);
  expect(berlin('quarter')).toEqual(['2025-09-30T22:00:00.000Z', '2025-12-31T23:00:00.000Z']);
  expect(berlin('year')).toEqual(['2024-12-31T23:00:00.000Z', '2025-12-31T23:00:00.000Z']);
});

test('what is going on ends now, what is over does not', () => {
  expect(rangeBounds({ kind: 'current', unit: 'day' }, nowMs, 'UTC')).toEqual({
    fromMs: Date.parse('2026-03-29T00:00:00Z'),
    toMs: nowMs,
  });
  expect(endsNow({ kind: 'current', unit: 'day' })).toBe(true);
  expect(endsNow({ kind: 'previous', unit: 'day' })).toBe(false);
});
