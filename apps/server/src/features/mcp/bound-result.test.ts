import { expect, test } from 'vitest';
import { boundResult } from './bound-result.ts';

test('what fits is not touched', () => {
  const value = { data: [1, 2, { a: 'b' }] };
  expect(boundResult(value)).toEqual({ text: JSON.stringify(value), cuts: [] });
});

test('lists are cut to what fits, and it is said how many there were', () => {
  const { text, cuts } = boundResult({ data: { rows: Array.from({ length: 5000 }, (_, at) => ({ at })) } }, 1000);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1000);
  expect(JSON.parse(text).data.rows).toHaveLength(50);
  expect(cuts).toEqual(['data.rows: 50 of 5000 items']);
});

test('long texts are cut, also where the whole would fit', () => {
  const { text, cuts } = boundResult({ stack: 'x'.repeat(10_000) });
  expect(JSON.parse(text).stack).toHaveLength(4000);
  expect(cuts).toEqual(['stack: the first 4000 of 10000 characters']);
});

test('members that cannot be cut leave nothing rather than too much', () => {
  const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`member ${at}`, at]));
  expect(boundResult(wide, 1000)).toEqual({ text: 'null', cuts: ['the whole result is too large'] });
});
