import { expect, test } from 'vitest';
import { wilsonInterval } from './wilson-interval.ts';

test.each([
  // Worked out apart from this code, with 40 digits.
  [45, 100, 0.35614537979511984, 0.5475539700255787],
  [0, 10, 0, 0.27753279986288926],
  [1, 10, 0.017876213095072903, 0.4041500267952385],
  [37, 61, 0.4811725262897893, 0.7193164854696292],
  [9_990, 10_000, 0.998160055612562, 0.9994567140135028],
  [1, 1_000_000, 1.76524576745371e-7, 5.66491180431144e-6],
])('%i of %i lie between %f and %f', (successes, trials, lower, upper) => {
  const interval = wilsonInterval(successes, trials);
  expect(interval?.lower).toBeCloseTo(lower, 12);
  expect(interval?.upper).toBeCloseTo(upper, 12);
});

/** From the definition: the shares p for which (p - share)² n = z² p (1 - p), found by halving. */
function byHalving(successes: number, trials: number, isLower: boolean): number {
  const share = successes / trials;
  const excess = (p: number) => (share - p) ** 2 * trials - 1.959963984540054 ** 2 * p * (1 - p);
  let [inside, outside] = [share, isLower ? 0 : 1];
  for (let step = 0; step < 200; step += 1) {
    const middle = (inside + outside) / 2;
    if (excess(middle) <= 0) inside = middle;
    else outside = middle;
  }
  return inside;
}

test('the bounds solve the equation that defines them', () => {
  for (const [successes, trials] of [
    [1, 2],
    [49, 50],
    [995, 1_000],
    [1, 1_000_000],
    [37, 61],
  ] as const) {
    const interval = wilsonInterval(successes, trials);
    expect(interval?.lower).toBeCloseTo(byHalving(successes, trials, true), 9);
    expect(interval?.upper).toBeCloseTo(byHalving(successes, trials, false), 9);
  }
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
