import { expect, test } from 'vitest';
import { estimateRatio } from './estimate.ts';
import { pairMomentsFromRows } from './moments.ts';
import { effectiveObservations, estimateQuantile, quantileRanks } from './quantile-metric.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

test.each([
  // Sums of binomial chances with 40 digits. 40 and 61 of 100 stand in every table of medians.
  [10, 0.5, 2, 9],
  [100, 0.5, 40, 61],
  [100, 0.95, 90, 100],
  [368, 0.99, 360, 368],
  [1_000, 0.99, 983, 997],
  [5_000, 0.95, 4_719, 4_781],
])('of %i observations the quantile %f lies between ranks %i and %i', (count, probability, lower, upper) => {
  const ranks = expectOk(quantileRanks(probability, count));
  expect([ranks.lowerRank, ranks.upperRank]).toEqual([lower, upper]);
  expect(Math.ceil(ranks.lowerProbability * count)).toBe(lower);
  expect(Math.ceil(ranks.upperProbability * count)).toBe(upper);
});

test('a sample that is too small for its tail says so', () => {
  expect(quantileRanks(0.99, 367)).toEqual({ kind: 'not_enough_data', reason: 'too_few_units' });
  expect(quantileRanks(0.5, 5)).toEqual({ kind: 'not_enough_data', reason: 'too_few_units' });
  expect(expectOk(quantileRanks(0.5, 6))).toMatchObject({ lowerRank: 1, upperRank: 6 });
  expect(quantileRanks(0.5, 0)).toEqual({ kind: 'not_enough_data', reason: 'no_units' });
});

test('ranks of a hundred million observations', () => {
  const { lowerRank, upperRank } = expectOk(quantileRanks(0.95, 1e8));
  // 0.95 n ± 1.96 √(0.95 · 0.05 · n)
  expect(Math.abs(lowerRank - (95e6 - 4_271.6))).toBeLessThan(3);
  expect(Math.abs(upperRank - (95e6 + 4_271.6))).toBeLessThan(3);
});

test('of evenly spread values the standard error is that of the share', () => {
  const ranks = expectOk(quantileRanks(0.95, 5_000));
  const at = (rank: number): number => rank / 5_001;
  const values = { units: 5_000, lower: at(ranks.lowerRank), value: 0.95, upper: at(ranks.upperRank) };
  const estimate = expectOk(estimateQuantile(ranks, values));
  expectClose(estimate.standardError, Math.sqrt((0.95 * 0.05) / 5_000));
  expect(estimate.interval).toEqual({ lower: values.lower, upper: values.upper });
});

test('ten equal observations of every unit are worth one', () => {
  // 100 units, of which 50 have all their ten observations below.
  const rows = Array.from({ length: 100 }, (_, at) => [at < 50 ? 10 : 0, 10] as const);
  const { observations } = expectOk(effectiveObservations(0.5, estimateRatio(pairMomentsFromRows(rows))));
  expect(observations).toBeCloseTo(99, 9);
});

test('values that cannot be, or that are all the same', () => {
  const ranks = quantileRanks(0.5, 100);
  const judge = (lower: number, value: number, upper: number) =>
    estimateQuantile(ranks, { units: 100, lower, value, upper });
  expect(judge(3, 3, 3)).toMatchObject({ reason: 'zero_variance' });
  expect(judge(3, 2, 4)).toMatchObject({ reason: 'impossible_input' });
  expect(judge(3, Number.NaN, 4)).toMatchObject({ reason: 'not_finite' });
  expect(estimateQuantile(quantileRanks(0.99, 10), { units: 10, lower: 1, value: 2, upper: 3 })).toMatchObject({
    reason: 'too_few_units',
  });
});
