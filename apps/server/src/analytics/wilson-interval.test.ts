import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

test.each([
  // The formula, worked out apart from this code.
  [0, 10, 0, 0.277533],
  [1, 10, 0.017876, 0.40415],
  [50, 100, 0.403832, 0.596168],
  [10, 10, 0.722467, 1],
  [9_990, 10_000, 0.99816, 0.999457],
])('%i of %i lie between %f and %f', (successes, trials, lower, upper) => {
  const interval = wilsonInterval(successes, trials);
  expect(interval?.lower).toBeCloseTo(lower, 5);
  expect(interval?.upper).toBeCloseTo(upper, 5);
});

test('the ends belong to it where all or none succeeded, and without trials there is none', () => {
  expect(wilsonInterval(0, 3)?.lower).toBe(0);
  expect(wilsonInterval(3, 3)?.upper).toBe(1);
  expect(wilsonInterval(0, 0)).toBeNull();
});

test.each([
  [200, 0.03],
  [50, 0.2],
])('of %i trials with a share of %f the interval holds that share about 95 times in 100', (trials, share) => {
  let chance = (1 - share) ** trials;
  let held = 0;
  for (let successes = 0; successes <= trials; successes += 1) {
    const { lower, upper } = wilsonInterval(successes, trials) ?? { lower: 1, upper: 0 };
    if (lower <= share && share <= upper) held += chance;
    chance *= ((trials - successes) / (successes + 1)) * (share / (1 - share));
  }
  expect(held).toBeGreaterThan(0.94);
  expect(held).toBeLessThan(0.98);
});
