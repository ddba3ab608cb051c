import { expect, test } from 'vitest';
import { nearestSeries } from './nearest-series.ts';

const points = [
  { name: 'high', y: 10 },
  { name: 'low', y: 80 },
];

test('a click near a line is about it', () => {
  expect(nearestSeries(points, 30)).toBe('high');
  expect(nearestSeries(points, 60)).toBe('low');
  expect(nearestSeries([], 60)).toBeUndefined();
});

test('a click in a stack is about the piece that ends above it, or below it under the line', () => {
  const stack = [...points, { name: 'none', y: 100 }, { name: 'under', y: 120 }, { name: 'deep', y: 150 }];
  expect(nearestSeries(stack, 60, 100)).toBe('high');
  expect(nearestSeries(stack, 90, 100)).toBe('low');
  expect(nearestSeries(stack, 2, 100)).toBe('high');
  expect(nearestSeries(stack, 110, 100)).toBe('under');
  expect(nearestSeries(stack, 130, 100)).toBe('deep');
  expect(nearestSeries(stack, 180, 100)).toBe('deep');
  expect(nearestSeries([{ name: 'none', y: 100 }], 90, 100)).toBeUndefined();
});
