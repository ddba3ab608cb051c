import { expect, test } from 'vitest';
import { formatDuration } from './format-duration.ts';

test.each([
  [0, '0 ms'],
  [0.42, '0.42 ms'],
  [9.96, '10 ms'],
  [820, '820 ms'],
  [999.7, '1 s'],
  [1_240, '1.24 s'],
  [12_340, '12.3 s'],
  [59_960, '1 min'],
  [200_000, '3 min 20 s'],
  [3_599_800, '1 h'],
  [7_500_000, '2 h 5 min'],
  [86_399_000, '1 d'],
  [273_600_000, '3 d 4 h'],
  [200 * 86_400_000, '200 d'],
  [-1_500, '−1.5 s'],
])('%d ms are written %s', (ms, text) => {
  expect(formatDuration(ms).replaceAll('\u202f', ' ')).toBe(text);
});

test('nothing is not zero', () => {
  expect(formatDuration(null)).toBe('–');
  expect(formatDuration(Number.NaN)).toBe('–');
});
