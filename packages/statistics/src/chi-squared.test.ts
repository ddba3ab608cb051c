import { expect, test } from 'vitest';
import { chiSquaredSurvival, chiSquaredTest } from './chi-squared.ts';

/** Of the expected value itself: tails are small, and are held to as many digits. */
const relativeError = (value: number, expected: number): number => Math.abs(value / expected - 1);

test.each([
  // The regularized incomplete gamma function, worked out apart from this code with 40 digits.
  [3.841458820694124, 1, 0.05000000000000006],
  [10.828, 1, 0.000999765719583092],
  [0.001, 1, 0.9747728793699604],
  [100, 1, 1.52397060483211e-23],
  [5.991464547107979, 2, 0.05000000000000007],
  [13.816, 2, 0.0009997553089238827],
  [1, 3, 0.8012519569012008],
  [16.266, 3, 0.001000111604662116],
  [7.8, 4, 0.0991853660844415],
  [2, 9, 0.9914676066288135],
  [27.877, 9, 0.0010000633577572733],
  [50, 30, 0.01240206071890058],
  [200, 99, 8.19391189142211e-9],
  [1000, 5, 6.0100776879208e-214],
])('chance alone exceeds %f with %i degrees of freedom in a share of %f', (value, degrees, expected) => {
  expect(relativeError(chiSquaredSurvival(value, degrees), expected)).toBeLessThan(1e-11);
});

test('with 2, 4 and 6 degrees of freedom it is a sum of few terms', () => {
  for (const value of [0.01, 0.5, 1, 2.9, 3.1, 4, 7, 12.5, 40]) {
    const half = value / 2;
    const exponential = Math.exp(-half);
    expect(relativeError(chiSquaredSurvival(value, 2), exponential)).toBeLessThan(1e-13);
    expect(relativeError(chiSquaredSurvival(value, 4), exponential * (1 + half))).toBeLessThan(1e-13);
    expect(relativeError(chiSquaredSurvival(value, 6), exponential * (1 + half + half ** 2 / 2))).toBeLessThan(1e-13);
  }
});

test('two more degrees of freedom add one term, for odd numbers of them too', () => {
  for (const value of [0.3, 2, 6.6, 21]) {
    // (x/2)^(k/2) e^(-x/2) / Γ(k/2 + 1) for k = 1, 3, 5, …
    let term = (Math.sqrt(value / 2) * Math.exp(-value / 2)) / (Math.sqrt(Math.PI) / 2);
    for (let degrees = 1; degrees < 21; degrees += 2) {
      const sum = chiSquaredSurvival(value, degrees) + term;
      expect(relativeError(chiSquaredSurvival(value, degrees + 2), sum)).toBeLessThan(1e-11);
      term *= value / 2 / (degrees / 2 + 1);
    }
  }
});

test('no deviation is certain, and no finite chance is above an infinite one', () => {
  expect(chiSquaredSurvival(0, 3)).toBe(1);
  expect(chiSquaredSurvival(Number.POSITIVE_INFINITY, 3)).toBe(0);
  expect(chiSquaredSurvival(5_000, 1)).toBe(0);
  expect(() => chiSquaredSurvival(1, 0)).toThrow(RangeError);
  expect(() => chiSquaredSurvival(1, 1.5)).toThrow(RangeError);
});

test('a split is judged by how far each part is from what was expected of it', () => {
  // (430 − 500)² / 500 + (570 − 500)² / 500
  expect(chiSquaredTest([430, 570], [500, 500])).toMatchObject({ statistic: 19.6, degreesOfFreedom: 1 });
  expect(relativeError(chiSquaredTest([430, 570], [500, 500]).pValue, 9.54691984523815e-6)).toBeLessThan(1e-11);
  expect(chiSquaredTest([10, 20, 30], [10, 20, 30])).toEqual({ statistic: 0, degreesOfFreedom: 2, pValue: 1 });
  expect(() => chiSquaredTest([1], [1])).toThrow(RangeError);
  expect(() => chiSquaredTest([1, 2], [1])).toThrow(RangeError);
});
