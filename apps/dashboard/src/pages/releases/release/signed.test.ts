import { expect, test } from 'vitest';
import { signed, signedMs } from './signed.ts';

test('a difference is said with its direction', () => {
  expect(signed(0.4723, 'crash rate', 'points')).toBe(', crash rate up 0.47 points against the release before');
  expect(signed(-1.5, 'crash rate', 'points')).toBe(', crash rate down 1.5 points against the release before');
  expect(signed(0, 'crash rate', 'points')).toBe(', crash rate as before');
  expect(signed(null, 'crash rate', 'points')).toBe('');
  expect(signedMs(-40)?.replaceAll('\u202f', ' ')).toBe(', 40 ms faster than the release before');
  expect(signedMs(0)).toBe(', as fast as the release before');
  expect(signedMs(null)).toBe('');
});
