import { expect, test } from 'vitest';
import { signed, signedMs } from './signed.ts';

test('a difference is said with its direction', () => {
  expect(signed(0.4723, 'crash rate', 'points')).toBe(', crash rate up 0.47 points vs. previous release');
  expect(signed(-1.5, 'crash rate', 'points')).toBe(', crash rate down 1.5 points vs. previous release');
  expect(signed(0, 'crash rate', 'points')).toBe(', crash rate unchanged');
  expect(signed(null, 'crash rate', 'points')).toBe('');
  expect(signedMs(-40)?.replaceAll('\u202f', ' ')).toBe(', 40 ms faster than previous release');
  expect(signedMs(0)).toBe(', unchanged vs. previous release');
  expect(signedMs(null)).toBe('');
});
