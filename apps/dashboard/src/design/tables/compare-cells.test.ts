import { expect, test } from 'vitest';
import { compareCells } from './compare-cells.ts';

const sorted = (values: unknown[]) => values.toSorted(compareCells);

test('numbers are sorted by size, words as people do', () => {
  expect(sorted([10, 9, -1, 0.5])).toEqual([-1, 0.5, 9, 10]);
  expect(sorted(['v10', 'v9', 'V1', 'éclair', 'zebra'])).toEqual(['éclair', 'V1', 'v9', 'v10', 'zebra']);
  expect(sorted(['word', 3])).toEqual([3, 'word']);
  expect(sorted([true, false])).toEqual([false, true]);
});

test('what is not a number comes after all numbers', () => {
  expect(sorted([Number.NaN, 2, 1])).toEqual([1, 2, Number.NaN]);
});
