import { expect, test } from 'vitest';
import { type Distributions, findingSentence, ratioText, type Share, standsOut, valueWords } from './stands-out.ts';

const share = (value: string | null, ratio: number, lower: number, more: Partial<Share> = {}): Share => ({
  key: null,
  value,
  crashed_sessions: 12,
  sessions: 400,
  crash_rate: { rate: 3, lower: 1, upper: 5 },
  share_of_crashed: 60,
  share_of_all: 20,
  over_representation: { ratio, lower, upper: ratio * 2 },
  ...more,
});
const none: Distributions = {
  app_version: [],
  platform: [],
  os: [],
  device_model: [],
  country: [],
  flag: [],
  experiment: [],
};

test('the surest comes first; what chance explains, or what hardly differs, is not told', () => {
  const found = standsOut({
    ...none,
    os: [share('iOS 18', 4, 2.7), share('iOS 26', 9, 0.9)],
    flag: [share('true', 7.2, 5, { key: 'photo_search' }), share('false', 1.2, 1.1, { key: 'plus' })],
    device_model: [share(null, 8, 6), share('rare', 40, 10, { crashed_sessions: 2 })],
  });
  expect(found.map(findingSentence)).toEqual(['7.2 × more often with photo_search = true', '4 × more often on iOS 18']);
});

test('what all crashed sessions have in common is said as such', () => {
  const [only] = standsOut({ ...none, platform: [share('ios', 2.52, 2.47, { share_of_crashed: 100 })] });
  expect(only && findingSentence(only)).toBe('Only on ios');
});

test('each dimension has its words', () => {
  const of = { key: 'search', value: 'b' };
  expect(valueWords('app_version', of)).toBe('in version b');
  expect(valueWords('experiment', of)).toBe('in variant b of search');
  expect(valueWords('country', { key: null, value: 'DE' })).toBe('in DE');
  expect(ratioText(12.34)).toBe('12');
  expect(ratioText(1.546)).toBe('1.55');
});
