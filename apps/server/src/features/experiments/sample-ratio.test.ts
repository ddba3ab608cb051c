import { expect, test } from 'vitest';
import { expectedUnits, sampleRatio } from './sample-ratio.ts';

const variants = (...units: [number, number][]) => units.map(([weight, count]) => ({ weight, units: count }));

test.each([
  ['as designed', variants([50, 498], [50, 502]), true],
  ['off by what chance does', variants([50, 470], [50, 530]), true],
  ['off by more', variants([50, 430], [50, 570]), false],
  ['three variants, one starved', variants([33.33, 400], [33.33, 400], [33.34, 250]), false],
  ['an uneven design that is met', variants([90, 905], [10, 95]), true],
  ['too few', variants([50, 3], [50, 4]), undefined],
  ['nobody', variants([50, 0], [50, 0]), undefined],
  ['one variant', variants([100, 500]), undefined],
] as const)('a split that is %s', (_, split, isOk) => {
  expect(sampleRatio(split)?.isOk).toBe(isOk);
});

test('the line is where chance alone is off by as much in one of a thousand experiments', () => {
  // With 1 degree of freedom that is 10.8276: (x − 5000)² / 5000, twice.
  expect(sampleRatio(variants([50, 5_164], [50, 4_836]))?.isOk).toBe(true);
  expect(sampleRatio(variants([50, 5_165], [50, 4_835]))?.isOk).toBe(false);
});

test('what is expected is the share of those who were seen', () => {
  expect(expectedUnits(variants([90, 30], [10, 70]))).toEqual([90, 10]);
});
