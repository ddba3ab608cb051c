import { expect, test } from 'vitest';
import { wilson } from './wilson.ts';

/** From the definition: the shares p for which (p - share)² n = z² p (1 - p), found by halving. */
function byHalving(hits: number, trials: number, isLow: boolean): number {
  const share = hits / trials;
  const excess = (p: number) => (share - p) ** 2 * trials - 1.959963984540054 ** 2 * p * (1 - p);
  let [inside, outside] = [share, isLow ? 0 : 1];
  for (let step = 0; step < 200; step += 1) {
    const middle = (inside + outside) / 2;
    if (excess(middle) <= 0) inside = middle;
    else outside = middle;
  }
  return inside;
}

test('the bounds solve the equation that defines them', () => {
  for (const [hits, trials] of [
    [1, 2],
    [49, 50],
    [995, 1_000],
    [1, 1_000_000],
    [37, 61],
  ] as const) {
    const { low, high } = wilson(hits, trials);
    expect(low).toBeCloseTo(byHalving(hits, trials, true), 9);
    expect(high).toBeCloseTo(byHalving(hits, trials, false), 9);
  }
});

test('none and all of the trials have bounds that end at 0 and 1', () => {
  expect(wilson(0, 50).low).toBe(0);
  expect(wilson(0, 50).high).toBeCloseTo(0.0713, 3);
  expect(wilson(50, 50).high).toBe(1);
  expect(wilson(50, 50).low).toBeCloseTo(0.9287, 3);
});

test('without trials nothing is known', () => {
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
});
