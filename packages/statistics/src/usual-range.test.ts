import { expect, test } from 'vitest';
import { SeededRandom } from './testing/seeded-random.ts';
import { type SeasonalValue, type UsualRangeOptions, usualRange } from './usual-range.ts';

const counts: UsualRangeOptions = { minSamples: [4, 7, 48], width: 4.3, noise: 'count' };
const WEEK = 168;

/** Of so many hours, from Monday at midnight on. */
const hourly = (hours: number, valueAt: (hour: number) => number): SeasonalValue[] =>
  Array.from({ length: hours }, (_, hour) => ({ value: valueAt(hour), slots: [hour % WEEK, hour % 24, 0] }));

function rangeOf(history: readonly SeasonalValue[], slots: readonly number[], options = counts) {
  const range = usualRange(history, slots, options);
  if (range.kind !== 'ok') throw new Error('too little history');
  return range;
}

test('the range is around the median of the same hour of the week', () => {
  const history = hourly(6 * WEEK, (hour) => (hour % WEEK === 10 ? 900 : 100));
  expect(rangeOf(history, [10, 10, 0])).toMatchObject({ season: 0, samples: 6, median: expect.closeTo(900, 6) });
  expect(rangeOf(history, [11, 11, 0]).median).toBeCloseTo(100, 6);
});

test.each([
  ['four weeks', 4 * WEEK, 0, 4],
  ['a week', WEEK, 1, 7],
  ['two days', 48, 2, 48],
])('with %s of history it compares with the finest season that has enough', (_, hours, season, samples) => {
  expect(
    rangeOf(
      hourly(hours, () => 50),
      [0, 0, 0],
    ),
  ).toMatchObject({ season, samples });
});

test('with too little history there is no range', () => {
  expect(
    usualRange(
      hourly(47, () => 50),
      [0, 0, 0],
      counts,
    ),
  ).toEqual({
    kind: 'too_little_history',
    samples: 47,
    needed: 48,
  });
});

test('constant counts still scatter as a Poisson process would', () => {
  const { low, high } = rangeOf(
    hourly(6 * WEEK, () => 100),
    [0, 0, 0],
  );
  expect([low < 65, low > 40, high > 145, high < 165]).toEqual([true, true, true, true]);
});

test('a small count is never unusually low, and a few more are not unusually high', () => {
  const { low, high } = rangeOf(
    hourly(6 * WEEK, () => 3),
    [0, 0, 0],
  );
  expect([low, high > 12]).toEqual([0, true]);
});

test('an incident in one of the weeks hardly widens the range', () => {
  const calm = hourly(6 * WEEK, (hour) => 200 + (hour % 7));
  const hit = calm.map((past, hour) => (hour >= 2 * WEEK && hour < 2 * WEEK + 24 ? { ...past, value: 5 } : past));
  const [before, after] = [calm, hit].map((history) => rangeOf(history, [5, 5, 0]));
  expect(Math.abs((after?.low ?? 0) - (before?.low ?? 0))).toBeLessThan(12);
});

test('fewer values make a wider range', () => {
  const width = (weeks: number) => {
    const { low, high } = rangeOf(
      hourly(weeks * WEEK, (hour) => 200 + (hour % 5)),
      [0, 0, 0],
    );
    return high - low;
  };
  expect(width(4)).toBeGreaterThan(width(8));
});

test('shares of few are not judged as strictly as shares of many', () => {
  const options = { ...counts, noise: 'absolute' } as const;
  const always = hourly(6 * WEEK, () => 100);
  const lowOf = (samplingVariance: number) => rangeOf(always, [0, 0, 0], { ...options, samplingVariance }).low;
  expect(lowOf(25)).toBeLessThan(lowOf(0.01));
  expect(lowOf(0.01)).toBeLessThan(100);
});

test('amounts scatter in proportion to their level', () => {
  const random = new SeededRandom(7);
  const history = hourly(6 * WEEK, (hour) => (hour % 24 < 12 ? 10 : 1_000) * (1 + 0.1 * random.normal()));
  const relative = { ...counts, noise: 'relative' } as const;
  const [night, day] = [rangeOf(history, [3, 3, 0], relative), rangeOf(history, [15, 15, 0], relative)];
  expect((day.high - day.low) / (night.high - night.low)).toBeGreaterThan(30);
});
