import { expect, test } from 'vitest';
import { nearestSeries } from './nearest-series.ts';

const points = [
  { name: 'high', y: 10 },
  { name: 'low', y: 80 },
];

test('a click near a line is about it', () => {
  expect(nearestSeries(points, 30, false)).toBe('high');
  expect(nearestSeries(points, 60, false)).toBe('low');
  expect(nearestSeries([], 60, false)).toBeUndefined();
});

test('a click in a stack is about the piece that ends above it', () => {
  expect(nearestSeries(points, 60, true)).toBe('high');
  expect(nearestSeries(points, 90, true)).toBe('low');
  expect(nearestSeries(points, 2, true)).toBe('high');
});
