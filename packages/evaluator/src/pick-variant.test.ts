import { describe, expect, test } from 'vitest';
import { pickVariant } from './pick-variant.ts';

const slices = (...weights: number[]) => weights.map((weight, index) => ({ key: 'abc'.charAt(index), weight }));

const cases = [
  { name: 'first bucket of the first slice', weights: [50, 50], bucket: 0, expected: 'a' },
  { name: 'last bucket of the first slice', weights: [50, 50], bucket: 4999, expected: 'a' },
  { name: 'first bucket of the second slice', weights: [50, 50], bucket: 5000, expected: 'b' },
  { name: 'last bucket of all', weights: [50, 50], bucket: 9999, expected: 'b' },
  { name: 'thirds: last of the first', weights: [33.3, 33.3, 33.4], bucket: 3329, expected: 'a' },
  { name: 'thirds: first of the second', weights: [33.3, 33.3, 33.4], bucket: 3330, expected: 'b' },
  { name: 'thirds: first of the third', weights: [33.3, 33.3, 33.4], bucket: 6660, expected: 'c' },
  { name: 'thirds: last of all', weights: [33.3, 33.3, 33.4], bucket: 9999, expected: 'c' },
  { name: 'sums that floats get wrong', weights: [0.1, 0.2, 99.7], bucket: 30, expected: 'c' },
  { name: 'a weight of 0 owns no bucket', weights: [0, 100], bucket: 0, expected: 'b' },
  { name: 'weights that end before the bucket', weights: [10, 10], bucket: 2000, expected: undefined },
  { name: 'no variants', weights: [], bucket: 0, expected: undefined },
];

describe('pickVariant', () => {
  for (const { name, weights, bucket, expected } of cases) {
    test(name, () => expect(pickVariant(slices(...weights), bucket)).toBe(expected));
  }
});
