import { expect, test } from 'vitest';
import { keyEnds } from './key-ends.ts';

const max = 2n ** 64n - 1n;

test('of many people few are looked at first, of few all', () => {
  const [guess = 0n, end] = keyEnds({ key: '1000', total: 1_000_000 }, 49);
  expect([Number((guess * 10_000n) / max), end]).toEqual([2, max]);
  expect(keyEnds({ key: '1000', total: 150 }, 49)).toEqual([max]);
  expect(keyEnds({ key: String(max - 1n), total: 1_000_000 }, 49)).toEqual([max]);
});
