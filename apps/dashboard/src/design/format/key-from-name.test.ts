import { expect, test } from 'vitest';
import { keyFromName } from './key-from-name.ts';

test.each([
  ['New checkout', 'new_checkout'],
  ['  Größe (v2)!  ', 'gro_e_v2'],
  ['2 for 1', 'for_1'],
  ['Café crème', 'cafe_creme'],
  ['日本', ''],
  [`a${'b'.repeat(200)}`, `a${'b'.repeat(127)}`],
  [`${'a'.repeat(127)} b`, 'a'.repeat(127)],
])('%j is suggested as %j', (name, key) => {
  expect(keyFromName(name)).toBe(key);
});
