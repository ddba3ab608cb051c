import { expect, test } from 'vitest';
import { intervalAxis, intervalTone, intervalWords } from './interval-axis.ts';

const interval = (low: number | null, high: number | null, good?: 'up' | 'down') => ({
  name: 'buys',
  low,
  high,
  estimate: null,
  good,
});

test('the axis holds every interval and zero', () => {
  const { domain, ticks } = intervalAxis([interval(4, 9), interval(null, null)]);
  expect(domain[0]).toBeLessThanOrEqual(0);
  expect(domain[1]).toBeGreaterThan(9);
  expect(ticks).toContain(0);
  expect(intervalAxis([]).domain[0]).toBeLessThan(0);
  expect(intervalAxis([interval(4, 9)], [-1, 1]).domain).toEqual([-1, 1]);
});

test.each([
  [interval(1, 2), 'good'],
  [interval(-2, -1), 'bad'],
  [interval(1, 2, 'down'), 'bad'],
  [interval(-2, -1, 'down'), 'good'],
  [interval(-1, 1), 'open'],
  [interval(0, 3), 'open'],
  [interval(null, null), 'open'],
])('%j is %s', (one, tone) => {
  expect(intervalTone(one)).toBe(tone);
});

test('the words say what is sure and what is not', () => {
  expect(intervalWords(interval(-1, 1), String)).toBe('buys: between -1 and 1, no clear difference.');
  expect(intervalWords(interval(null, null), String)).toBe('buys: not enough data yet.');
});
