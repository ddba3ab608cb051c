import { expect, test } from 'vitest';
import { shareRatio } from './share-ratio.ts';

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

test('one report makes a value 20 times as common as usual, beyond doubt', () => {
  expect(shareRatio(1, 1, 1, 20)).toMatchObject({ ratio: 20, lower: 1 });
  expect(shareRatio(2, 2, 100, 100_000)).toMatchObject({ ratio: 1_000, lower: 1 });
  expect(shareRatio(3, 3, 100, 100_000)?.lower ?? 0).toBeGreaterThan(100);
});

test.each([
  // Donner and Zou's formula over Wilson's intervals, worked out apart from this code.
  [3, 4, 10, 40, 1.08535, 5.52612],
  [6, 10, 300, 1_000, 1.03697, 2.81495],
  [0, 10, 500, 1_000, 0, 0.55613],
])('%i of %i against %i of %i lie between %f and %f times', (few, allFew, many, allMany, lower, upper) => {
  const ratio = shareRatio(few, allFew, many, allMany);
  expect(ratio?.lower).toBeCloseTo(lower, 4);
  expect(ratio?.upper).toBeCloseTo(upper, 4);
});

/** How likely so many of a few have a value that has this share among all. */
function chanceOf(hits: number, draws: number, share: number): number {
  let ways = 1;
  for (let at = 0; at < hits; at += 1) ways *= (draws - at) / (at + 1);
  return ways * share ** hits * (1 - share) ** (draws - hits);
}

test('what chance brings about is rarely told as more than chance', () => {
  const all = 2_000;
  for (const draws of [1, 2, 3, 4, 5, 8, 12, 20, 50]) {
    for (const share of [0.01, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8]) {
      let reported = 0;
      for (let hits = 0; hits <= draws; hits += 1) {
        const isReported = (shareRatio(hits, draws, share * all, all)?.lower ?? 0) > 1;
        if (isReported) reported += chanceOf(hits, draws, share);
      }
      expect(reported, `${draws} of a share of ${share}`).toBeLessThan(0.09);
    }
  }
});
