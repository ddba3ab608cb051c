import { expect, test } from 'vitest';
import { sampleRatioTest } from './sample-ratio.ts';
import { sequentialSampleRatioTest } from './sequential-sample-ratio.ts';
import { expectClose, expectOk } from './testing/expect-close.ts';

test('the split of one look', () => {
  expectClose(expectOk(sampleRatioTest([5_050, 4_800], [50, 50])).pValue, 0.011770082060480804);
  expectClose(expectOk(sampleRatioTest([5_050, 4_800], [1, 1])).pValue, 0.011770082060480804);
  expect(sampleRatioTest([4, 4], [50, 50])).toEqual({ kind: 'not_enough_data', reason: 'too_few_units' });
});

test.each([
  // Gamma functions of mpmath with 40 digits.
  [[5_050, 4_800], [1, 1], 10_000, 0.2918234206307852],
  [[5_300, 4_700], [1, 1], 10_000, 0.00017421600622369497],
  [[510_000, 490_000], [1, 1], 10_000, 9.943923868991634e-86],
  [[700, 200, 300], [2, 1, 1], 100, 2.454092289027392e-10],
])('the split %j of %j at every look', (units, weights, concentration, expected) => {
  // Logarithms of gamma functions of a million have nine digits behind the point.
  expectClose(expectOk(sequentialSampleRatioTest(units, weights, concentration)).pValue, expected, 1e-8);
});

test('variants that are designed to get nobody', () => {
  expect(sampleRatioTest([500, 500, 0], [1, 1, 0])).toEqual({ kind: 'ok', pValue: 1 });
  for (const judge of [sampleRatioTest, sequentialSampleRatioTest]) {
    expect(judge([500, 500, 1], [1, 1, 0])).toMatchObject({ reason: 'impossible_input' });
    expect(judge([500], [1])).toMatchObject({ reason: 'too_few_units' });
    expect(judge([0, 0], [1, 1])).toMatchObject({ reason: 'no_units' });
    expect(judge([Number.POSITIVE_INFINITY, 1], [1, 1])).toMatchObject({ reason: 'not_finite' });
    expect(() => judge([1, 2], [1])).toThrow(RangeError);
  }
});
