import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateMean, estimateRatio, estimateShare } from './estimate.ts';
import { momentsFromRows, pairMomentsFromRows } from './moments.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

test('a ratio knows that numerator and denominator of a unit go together', () => {
  const clicks = [3, 5, 1, 0, 7, 2, 4, 6];
  const views = [2, 4, 1, 1, 5, 3, 2, 4];
  const rows = clicks.map((y, at) => [y, views[at] ?? 0] as const);
  const ratio = expectOk(estimateRatio(pairMomentsFromRows(rows)));
  // From the residuals y − ratio·x, with mpmath.
  expectClose(ratio.value, 28 / 22);
  expectClose(ratio.standardError, 0.14218719449657233);
});

test('a ratio with a denominator of 1 is a mean', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -99, max: 99 }), { minLength: 2, maxLength: 20 }), (values) => {
      const ratio = expectOk(estimateRatio(pairMomentsFromRows(values.map((y) => [y, 1]))));
      const mean = expectOk(estimateMean(momentsFromRows(values)));
      expect(ratio.value).toBeCloseTo(mean.value, 9);
      expect(ratio.standardError).toBeCloseTo(mean.standardError, 9);
    }),
  );
});

test('a share of 0 or 1 is not taken for certain', () => {
  expect(expectOk(estimateShare({ units: 1_000, converted: 0 }))).toMatchObject({ value: 0 });
  expect(expectOk(estimateShare({ units: 1_000, converted: 0 })).standardError).toBeGreaterThan(0.0009);
  const many = expectOk(estimateShare({ units: 100_000, converted: 20_000 }));
  expect(many.standardError / Math.sqrt((0.2 * 0.8) / 100_000)).toBeCloseTo(1, 4);
});
