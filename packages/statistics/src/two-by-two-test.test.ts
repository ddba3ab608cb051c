import { expect, test } from 'vitest';
import { twoByTwoTest } from './two-by-two-test.ts';

const ofCounts = (firstWith: number, firstWithout: number, secondWith: number, secondWithout: number) =>
  twoByTwoTest({ firstWith, firstWithout, secondWith, secondWithout });

test('few cases: the exact chance of tables that are not more likely', () => {
  // Eight cups of tea, four of each kind: 2 / 70 when all are told apart, 34 / 70 with one mistake of each kind.
  expect(ofCounts(4, 0, 0, 4).pValue).toBeCloseTo(2 / 70, 10);
  expect(ofCounts(3, 1, 1, 3).pValue).toBeCloseTo(34 / 70, 10);
  expect(ofCounts(1, 8, 9, 3).pValue).toBeCloseTo(0.007518797, 9);
});

test('many cases: chi-squared with the correction for whole numbers', () => {
  // 200 × (|30·60 − 70·40| − 100)² / (100 · 100 · 70 · 130) = 1.780219…
  expect(ofCounts(30, 70, 40, 60).pValue).toBeCloseTo(0.182122, 5);
  expect(ofCounts(50_000, 950_000, 40_000, 960_000).pValue).toBeLessThan(1e-100);
  expect(ofCounts(100, 100, 100, 100).pValue).toBe(1);
});

test('the odds ratio is a number, whatever is missing', () => {
  expect(ofCounts(3, 1, 1, 3).oddsRatio).toBeCloseTo((3.5 * 3.5) / (1.5 * 1.5), 12);
  expect(ofCounts(0, 0, 0, 0)).toEqual({ oddsRatio: 1, pValue: 1 });
  expect(ofCounts(5, 0, 5, 0)).toEqual({ oddsRatio: 1, pValue: 1 });
  expect(Number.isFinite(ofCounts(1_000_000, 0, 0, 1_000_000).oddsRatio)).toBe(true);
  expect(() => ofCounts(-1, 0, 0, 1)).toThrow(RangeError);
});
