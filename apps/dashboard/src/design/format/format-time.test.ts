import { expect, test } from 'vitest';
import { formatDay, formatExactTime, formatRelativeTime, relativeTimeStaysMs } from './format-time.ts';

const now = Date.UTC(2026, 10, 15, 9, 48, 9);
const ago = (ms: number) => formatRelativeTime(now - ms, now, 'UTC');

test.each([
  [2_000, 'just now'],
  [12_000, '12 s ago'],
  [59_999, '59 s ago'],
  [60_000, '1 min ago'],
  [3_599_999, '59 min ago'],
  [7_200_000, '2 h ago'],
  [86_400_000 * 3, '3 d ago'],
  [86_400_000 * 40, '6 Oct'],
  [86_400_000 * 400, '11 Oct 2025'],
  [-120_000, 'in 2 min'],
])('%d ms before now it was %s', (ms, words) => {
  expect(ago(ms)).toBe(words);
});

test('what is not a time says so', () => {
  expect(formatRelativeTime('yesterday', now, 'UTC')).toBe('invalid time');
  expect(formatExactTime('yesterday', 'UTC')).toBe('invalid time');
  expect(formatDay('yesterday', 'UTC')).toBe('invalid time');
});

test('the exact time is that of the zone, and names it', () => {
  expect(formatExactTime('2026-11-15T23:30:00Z', 'Europe/Berlin')).toBe('Mon, 16 Nov 2026, 00:30:00 CET');
  expect(formatExactTime('2026-11-15T23:30:00Z', 'UTC')).toBe('Sun, 15 Nov 2026, 23:30:00 UTC');
});

test('the younger a time, the sooner its words grow old', () => {
  const stays = [10_000, 600_000, 86_400_000].map((ms) => relativeTimeStaysMs(now - ms, now));
  expect(stays).toEqual(stays.toSorted((a, b) => a - b));
  expect(stays[0]).toBe(1_000);
});
