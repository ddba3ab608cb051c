import { expect, test } from 'vitest';
import { shareOf, splitWords } from './split-words.ts';

const exposures = (...units: [number, number][]) => {
  const total = units.reduce((sum, [, count]) => sum + count, 0);
  return units.map(([weight, count], index) => ({
    variant_key: `v${index}`,
    weight,
    units: count,
    expected_units: (weight / 100) * total,
  }));
};

test('a deviation names the variant and what it should have', () => {
  const split = { exposures: exposures([50, 430], [50, 570]), srm: { p_value: 0.00001, ok: false } };
  expect(splitWords(split, 'people').replaceAll('\u202f', ' ')).toContain('v0 has 43 % instead of 50 %');
});

test('a split that is as designed, and one that cannot be judged yet, say so', () => {
  const split = exposures([50, 1], [50, 1]);
  expect(splitWords({ exposures: split, srm: { p_value: null, ok: null } }, 'people')).toContain('Not enough people');
  expect(splitWords({ exposures: split, srm: { p_value: 0.4, ok: true } }, 'people')).toContain('matches the design');
});

test('shares are of all units, and nothing of nobody', () => {
  expect(shareOf(30, exposures([50, 30], [50, 70]))).toBe(30);
  expect(shareOf(0, exposures([50, 0], [50, 0]))).toBeNull();
});
