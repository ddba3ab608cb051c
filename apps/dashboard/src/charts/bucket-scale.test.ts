import { expect, test } from 'vitest';
import { bucketScale } from './bucket-scale.ts';

const grown = [
  { from: 0, to: 10 },
  { from: 10, to: 100 },
  { from: 100, to: 1000 },
];

test('growing buckets are drawn equally wide, and what lies between is in proportion', () => {
  const { x, ticks } = bucketScale(grown, [], 'log', 0, 300, 10);
  expect([0, 10, 100, 1000].map(x)).toEqual([0, 100, 200, 300]);
  expect(x(55)).toBe(150);
  expect(ticks).toEqual([0, 10, 100]);
});

test('a mark behind the last bucket has room', () => {
  expect(bucketScale(grown, [5000], 'log', 0, 400, 10).x(5000)).toBe(400);
  expect(bucketScale(grown, [2000], 'linear', 0, 100, 4).x(2000)).toBe(100);
});

test('values far below one fill the drawing too', () => {
  const scores = [
    { from: 0, to: 0.1 },
    { from: 0.1, to: 0.2 },
  ];
  expect(bucketScale(scores, [0.1], 'linear', 0, 100, 4).x(0.1)).toBe(50);
  expect(bucketScale([], [], 'linear', 0, 100, 4).x(1)).toBe(100);
});
