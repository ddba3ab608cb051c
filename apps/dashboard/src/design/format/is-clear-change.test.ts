import { expect, test } from 'vitest';
import { isClearCountChange, isClearRateChange, isClearShareChange, isEnough } from './is-clear-change.ts';

test.each([
  { name: 'a few more of a few', now: 7, before: 4, isClear: false },
  { name: 'many more', now: 700, before: 400, isClear: true },
  { name: 'a little more of many', now: 1_010, before: 1_000, isClear: false },
  { name: 'nothing before', now: 3, before: 0, isClear: false },
  { name: 'no number', now: 3, before: null, isClear: false },
])('counts: $name', ({ now, before, isClear }) => expect(isClearCountChange(now, before)).toBe(isClear));

test('rates differ when their intervals do not overlap', () => {
  expect(isClearRateChange({ lower: 98, upper: 99 }, { lower: 95, upper: 97 })).toBe(true);
  expect(isClearRateChange({ lower: 96, upper: 99 }, { lower: 95, upper: 97 })).toBe(false);
  expect(isClearRateChange(null, { lower: 95, upper: 97 })).toBe(false);
});

test.each([
  { name: 'a clear drop', now: { percent: 95, of: 2_000 }, before: { percent: 99, of: 2_000 }, isClear: true },
  { name: 'the same drop of few', now: { percent: 95, of: 40 }, before: { percent: 99, of: 2_000 }, isClear: false },
  { name: 'hardly a drop', now: { percent: 98.9, of: 2_000 }, before: { percent: 99, of: 2_000 }, isClear: false },
  { name: 'all and all', now: { percent: 100, of: 2_000 }, before: { percent: 100, of: 2_000 }, isClear: false },
  { name: 'no share', now: { percent: null, of: 2_000 }, before: { percent: 99, of: 2_000 }, isClear: false },
])('shares: $name', ({ now, before, isClear }) => expect(isClearShareChange(now, before)).toBe(isClear));

test('a percentile needs a hundred values on both sides', () => {
  expect([isEnough(100, 250), isEnough(99, 250), isEnough(undefined, 250)]).toEqual([true, false, false]);
});
