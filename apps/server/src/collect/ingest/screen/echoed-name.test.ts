import { expect, test } from 'vitest';
import { echoedName } from './echoed-name.ts';

test('a name is repeated as it was sent, up to 256 characters and never half a character', () => {
  expect(echoedName('n'.repeat(256))).toBe('n'.repeat(256));
  expect(echoedName('n'.repeat(100_000))).toBe('n'.repeat(256));
  expect(echoedName(`${'n'.repeat(255)}😀`)).toBe('n'.repeat(255));
  expect(echoedName(`${'n'.repeat(254)}😀n`)).toBe(`${'n'.repeat(254)}😀`);
  expect([echoedName(undefined), echoedName(5), echoedName({})]).toEqual(['', '', '']);
});
