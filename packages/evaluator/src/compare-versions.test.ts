import { expect, test } from 'vitest';
import { compareVersions } from './compare-versions.ts';

test.each([
  ['1.10', '1.9', 1],
  ['1.2.0', '1.2', 0],
  ['2.0.0-beta.2', '2.0.0-beta.10', -1],
  ['2.0.0-beta.1', '2.0.0', -1],
  ['4.18.3.1', '4.18.3', 1],
  ['Version 14.2 (Build 5)', '14.10', -1],
  ['99999999999999999999.1', '99999999999999999999.0', 1],
])('%s against %s is %i', (left, right, order) => {
  expect(Math.sign(compareVersions(left, right) ?? Number.NaN)).toBe(order);
  expect(Math.sign(compareVersions(right, left) ?? Number.NaN)).toBe(0 - order);
});

test('a version without a number has no place in the order', () => {
  expect(compareVersions('nightly', '1.0')).toBeUndefined();
  expect(compareVersions('1.0', '')).toBeUndefined();
});
