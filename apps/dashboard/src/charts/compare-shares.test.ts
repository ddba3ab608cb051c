import { expect, test } from 'vitest';
import { compareShares, shareSentence } from './compare-shares.ts';

const item = (name: string, count: number, share: number, shareOfAll: number | null) => ({
  name,
  count,
  share,
  shareOfAll,
});

test('what is much more frequent here than everywhere stands out', () => {
  const compared = compareShares([item('17', 60, 12, 48), item('18', 420, 84, 31)]);
  expect(compared.map((one) => [one.name, one.isOver])).toEqual([
    ['18', true],
    ['17', false],
  ]);
});

test.each([
  ['few reports', item('18', 4, 80, 20)],
  ['a small difference', item('18', 400, 4, 1)],
  ['an unknown share of all', item('18', 400, 80, null)],
  ['the usual share', item('18', 400, 80, 78)],
])('%s do not', (_, one) => {
  expect(compareShares([one])[0]?.isOver).toBe(false);
});

test('what is nowhere else is reported as such and not divided by zero', () => {
  expect(compareShares([item('beta', 50, 30, 0)])[0]).toMatchObject({ times: Number.POSITIVE_INFINITY, isOver: true });
  expect(compareShares([item('none', 0, 0, 0)])[0]?.times).toBeNull();
});

test('the sentence names what stands out', () => {
  const words = (items: Parameters<typeof compareShares>[0]) =>
    shareSentence('By OS', compareShares(items), 'reports', 'all sessions').replaceAll('\u202f', ' ');
  expect(words([item('18', 420, 84, 31)])).toBe('By OS: 18 is 84 % of reports and 31 % of all sessions.');
  expect(words([item('18', 420, 84, 80)])).toBe('By OS: most are 18, 84 % of reports. No unusual values.');
  expect(words([])).toBe('By OS: no data.');
});
