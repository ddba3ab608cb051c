import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';

const text = (now: number | null, before: number | null, changeIn?: 'points') =>
  describeChange(now, before, undefined, changeIn).text.replaceAll('\u202f', ' ');

test.each([
  [112, 100, 'up 12 %'],
  [88, 100, 'down 12 %'],
  [100.5, 100, 'up 0.5 %'],
  [100.01, 100, 'no change'],
  [100, 100, 'no change'],
  [0, 40, 'down 100 %'],
  [5, 0, 'new'],
  [0, 0, 'no change'],
  [5_000, 50, 'up 100×'],
  [-50, -100, 'up 50 %'],
  [null, 3, 'no comparison'],
  [3, null, 'no comparison'],
])('from %3$s: %d after %d', (now, before, words) => {
  expect(text(now, before)).toBe(words);
});

test('a share changes in points, not in percent of itself', () => {
  expect(text(99.87, 99.93, 'points')).toBe('down 0.06 points');
  expect(text(31, 30, 'points')).toBe('up 1 point');
  expect(text(30.001, 30, 'points')).toBe('no change');
  expect(text(5, 0, 'points')).toBe('up 5 points');
});

test('the sentence says from where', () => {
  expect(describeChange(112, 100).sentence.replaceAll('\u202f', ' ')).toBe('up 12 % from 100');
  expect(describeChange(5, 0).sentence).toBe('up to 5 from 0');
});
