import { expect, test } from 'vitest';
import { sparklinePath } from './sparkline-path.ts';

test('a gap breaks the line', () => {
  const { line } = sparklinePath([1, 2, null, 3, 4], 100, 20);
  expect(line.match(/M/g)).toHaveLength(2);
});

test('the bucket that is not over yet is a piece of its own', () => {
  const { line, incomplete } = sparklinePath([1, 2, 3], 100, 20, { isLastIncomplete: true });
  expect(line.match(/L/g)).toHaveLength(1);
  expect(incomplete).toMatch(/^M50 .*L97 /);
});

test('so is the one that began before the range', () => {
  const { line, incomplete } = sparklinePath([1, 2, 3], 100, 20, { isFirstIncomplete: true, isLastIncomplete: true });
  expect(line).toMatch(/^M50 [\d.]+$/);
  expect(incomplete).toMatch(/^M3 .*L50 .*M50 .*L97 /);
  expect(sparklinePath([5], 100, 20, { isFirstIncomplete: true }).incomplete).toBeUndefined();
});

test('one value is a dot in the middle, no value is nothing', () => {
  expect(sparklinePath([5], 100, 20).last).toEqual({ x: 50, y: 3 });
  expect(sparklinePath([], 100, 20)).toMatchObject({ line: '', last: undefined });
  expect(sparklinePath([null, Number.NaN], 100, 20).line).toBe('');
});

test('zeros lie at the bottom', () => {
  expect(sparklinePath([0, 0], 100, 20).line).toBe('M3 17L97 17');
});

test('values that hardly differ are not a straight line', () => {
  const { line } = sparklinePath([99.9, 99.7, 99.9], 100, 20);
  const heights = [...line.matchAll(/ ([\d.]+)/g)].map((match) => Number(match[1]));
  expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(8);
});
