import { expect, test } from 'vitest';
import { isSpiking, poissonTail } from './is-spiking.ts';

const week = (reports: number): number[] => Array.from({ length: 168 }, () => reports);

test.each([
  // One minus the sum of all smaller counts, in sixty digits.
  [3, 1, 8.0301397071e-2],
  [10, 2, 4.6498075017e-5],
  [20, 20, 0.52974273316],
  [150, 100, 1.884210466e-6],
  [10_200, 10_000, 2.3290932037e-2],
])('at least %i where %i are expected has the probability %f', (count, mean, probability) => {
  expect(poissonTail(count, mean) / probability).toBeCloseTo(1, 3);
});

test('a quiet group with a burst spikes, a busy one with its usual hour does not', () => {
  expect(isSpiking(10, week(0))).toBe(true);
  expect(isSpiking(9, week(0))).toBe(false);
  expect(isSpiking(10, week(2))).toBe(true);
  expect(isSpiking(10, week(4))).toBe(false);
  expect(isSpiking(130, week(100))).toBe(false);
  expect(isSpiking(160, week(100))).toBe(true);
});

test('one bad night of the week before does not hide the next', () => {
  expect(isSpiking(60, [...week(1).slice(8), ...Array.from({ length: 8 }, () => 500)])).toBe(true);
  expect(isSpiking(60, [])).toBe(true);
});
