import { expect, test } from 'vitest';
import { shareRatio } from './share-ratio.ts';
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

test('what is twice as common among a few has a ratio of 2, the more certain the more there are', () => {
  const little = shareRatio(6, 10, 300, 1_000);
  const much = shareRatio(6_000, 10_000, 300_000, 1_000_000);
  expect(little?.ratio).toBeCloseTo(2, 10);
  expect(much?.ratio).toBeCloseTo(2, 10);
  expect(much?.lower ?? 0).toBeGreaterThan(little?.lower ?? 1);
  expect(much?.upper ?? 9).toBeLessThan(little?.upper ?? 0);
  expect(much?.lower ?? 0).toBeGreaterThan(1.9);
});

test('none among the few is a ratio of 0 with an end above it; nothing to compare with is none', () => {
  expect(shareRatio(0, 10, 500, 1_000)).toMatchObject({ ratio: 0, lower: 0 });
  expect(shareRatio(0, 10, 500, 1_000)?.upper ?? 0).toBeGreaterThan(0);
  expect(shareRatio(5, 5, 1_000, 1_000)).toEqual({ ratio: 1, lower: 1, upper: 1 });
  expect(shareRatio(0, 0, 5, 10)).toBeNull();
  expect(shareRatio(0, 5, 0, 10)).toBeNull();
});
