import { expect, test } from 'vitest';
import { sortRows } from './sort-rows.ts';

const rows = [
  { name: 'a', value: 2 },
  { name: 'b', value: null },
  { name: 'c', value: 10 },
  { name: 'd', value: undefined },
  { name: 'e', value: 2 },
];
const order = (isDescending: boolean) =>
  sortRows(rows, (row) => row.value, isDescending)
    .map((row) => row.name)
    .join('');

test('what has no value comes last, whichever way is sorted', () => {
  expect(order(false)).toBe('aecbd');
  expect(order(true)).toBe('caebd');
});

test('each value is taken once, whatever the number of comparisons', () => {
  let taken = 0;
  const many = Array.from({ length: 5_000 }, (_, index) => (index * 7_919) % 5_003);
  const sorted = sortRows(
    many,
    (value) => {
      taken += 1;
      return value;
    },
    false,
  );
  expect(taken).toBe(5_000);
  expect(sorted).toEqual(many.toSorted((a, b) => a - b));
  expect(many[1]).toBe(7_919 % 5_003);
});
