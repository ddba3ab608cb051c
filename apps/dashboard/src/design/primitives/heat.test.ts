import { expect, test } from 'vitest';
import { heatOf } from './heat.ts';

test('more is never paler', () => {
  const alphas = Array.from({ length: 101 }, (_, percent) => heatOf(percent).alpha);
  expect(alphas).toEqual(alphas.toSorted((a, b) => a - b));
  expect([heatOf(-5).alpha, heatOf(0).alpha, heatOf(100).alpha, heatOf(250).alpha]).toEqual([0, 0, 1, 1]);
});
