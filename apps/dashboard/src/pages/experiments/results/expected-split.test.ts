import { expect, test } from 'vitest';
import { judgeSplit, splitRows, splitWords } from './expected-split.ts';

const rows = (...units: [number, number][]) =>
  splitRows(units.map(([weight, count], index) => ({ key: `v${index}`, weight, units: count })));

test.each([
  ['as designed', rows([50, 498], [50, 502]), 'as_expected'],
  ['off by what chance does', rows([50, 470], [50, 530]), 'as_expected'],
  ['off by more', rows([50, 430], [50, 570]), 'deviates'],
  ['three variants, one starved', rows([33.33, 400], [33.33, 400], [33.34, 250]), 'deviates'],
  ['an uneven design that is met', rows([90, 905], [10, 95]), 'as_expected'],
  ['too few', rows([50, 3], [50, 4]), 'too_few'],
  ['nobody', rows([50, 0], [50, 0]), 'too_few'],
] as const)('%s', (_, split, verdict) => {
  expect(judgeSplit(split)).toBe(verdict);
});

test('a deviation names the variant and what it should have', () => {
  const words = splitWords(rows([50, 430], [50, 570]), 'people').replaceAll('\u202f', ' ');
  expect(words).toContain('v0 has 43 % instead of 50 %');
  expect(splitWords(rows([50, 1], [50, 1]), 'people')).toContain('Too few people');
});

test('shares are of all units, and nothing of nobody', () => {
  expect(rows([50, 30], [50, 70]).map(({ share }) => share)).toEqual([30, 70]);
  expect(rows([50, 0], [50, 0])[0]?.share).toBeNull();
});
