import { expect, test } from 'vitest';
import { estimateWords, roughly } from './estimate.ts';

test.each([
  [0, 0],
  [7.4, 7],
  [123, 120],
  [1284, 1300],
  [987_654, 990_000],
])('%d is about %d', (count, about) => {
  expect(roughly(count)).toBe(about);
});

test('an estimate says that it is one, of whom, and what it leaves out', () => {
  expect(estimateWords(30, 410, 7, false)).toBe('About 120 of the 410 users active in the last 7 days.');
  expect(estimateWords(30, 410, 30, true)).toContain('not counting users matched by a rule above');
  expect(estimateWords(50, 1, 7, false)).toContain('1 user');
  expect(estimateWords(0, 410, 7, false)).toMatch(/^No /);
  expect(estimateWords(30, 0, 7, false)).toContain('no estimate');
  expect(estimateWords(30, undefined, 7, false)).toBe('');
});
