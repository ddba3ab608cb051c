import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeMoments, mergePairMoments, momentsFromRows, momentsFromSums, pairMomentsFromRows } from './moments.ts';
import { expectClose } from './testing/expect-close.ts';

test('moments of a few rows', () => {
  expect(momentsFromRows([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ units: 8, mean: 5, variance: 32 / 7 });
  expect(momentsFromSums(8, 40, 232)).toEqual({ units: 8, mean: 5, variance: 32 / 7 });
  expect(momentsFromRows([])).toEqual({ units: 0, mean: 0, variance: 0 });
  expect(momentsFromRows([3])).toEqual({ units: 1, mean: 3, variance: 0 });
  const constant = momentsFromSums(3, 0.3, 0.03);
  expect(constant.variance).toBeGreaterThanOrEqual(0);
});

const row = fc.tuple(fc.integer({ min: -1_000, max: 1_000 }), fc.integer({ min: 0, max: 50 }));

test('moments of two parts together are those of all rows', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), fc.array(row, { maxLength: 30 }), (a, b) => {
      const merged = mergePairMoments(pairMomentsFromRows(a), pairMomentsFromRows(b));
      const whole = pairMomentsFromRows([...a, ...b]);
      expect(merged.units).toBe(whole.units);
      for (const [value, expected] of [
        [merged.y.mean, whole.y.mean],
        [merged.x.mean, whole.x.mean],
        [merged.y.variance, whole.y.variance],
        [merged.x.variance, whole.x.variance],
        [merged.covariance, whole.covariance],
      ] as const) {
        expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(expected)));
      }
    }),
  );
});

test('an empty part changes nothing', () => {
  const some = momentsFromRows([1, 2, 4]);
  expect(mergeMoments(some, momentsFromRows([]))).toEqual(some);
  expect(mergeMoments(momentsFromRows([]), some)).toEqual(some);
  expectClose(mergeMoments(momentsFromRows([1]), momentsFromRows([2, 4])).variance, some.variance);
});
