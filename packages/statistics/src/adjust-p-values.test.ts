import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adjustByBenjaminiHochberg, adjustByHolm } from './adjust-p-values.ts';
import { expectClose } from './testing/expect-close.ts';

const ten = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216];

test('Benjamini and Hochberg, of ten', () => {
  const expected = [0.01, 0.04, 0.084, 0.084, 0.084, 0.1, 0.10571428571428572, 0.216, 0.216, 0.216];
  for (const [at, value] of adjustByBenjaminiHochberg(ten).entries()) expectClose(value ?? 0, expected[at] ?? 0);
});

test('Holm, of ten', () => {
  const expected = [0.01, 0.072, 0.312, 0.312, 0.312, 0.312, 0.312, 0.615, 0.615, 0.615];
  for (const [at, value] of adjustByHolm(ten).entries()) expectClose(value ?? 0, expected[at] ?? 0);
});

test('a comparison without a p-value stays without, and is not counted', () => {
  expect(adjustByHolm([0.04, null, 0.01])).toEqual([0.04, null, 0.02]);
  expect(adjustByBenjaminiHochberg([null, 0.04, 0.01])).toEqual([null, 0.04, 0.02]);
  expect(adjustByHolm([])).toEqual([]);
  expect(() => adjustByHolm([Number.NaN])).toThrow(RangeError);
});

test('adjusting keeps the order, never makes smaller, and Holm is the stricter one', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (pValues) => {
      const [holm, hochberg] = [adjustByHolm(pValues), adjustByBenjaminiHochberg(pValues)];
      for (const [at, pValue] of pValues.entries()) {
        expect(hochberg[at]).toBeGreaterThanOrEqual(pValue);
        expect((holm[at] ?? 0) + 1e-12).toBeGreaterThanOrEqual(hochberg[at] ?? 1);
        expect(holm[at]).toBeLessThanOrEqual(1);
        for (const [other, otherValue] of pValues.entries()) {
          if (pValue < otherValue) expect(holm[at]).toBeLessThanOrEqual(holm[other] ?? 0);
        }
      }
    }),
  );
});
