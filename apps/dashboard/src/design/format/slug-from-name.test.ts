import { expect, test } from 'vitest';
import { slugFromName } from './slug-from-name.ts';

test('a slug has hyphens between its words, begins with a letter and is cut without a hyphen at its end', () => {
  expect(slugFromName('My Shop (EU)', 63)).toBe('my-shop-eu');
  expect(slugFromName('2nd Café', 63)).toBe('nd-cafe');
  expect(slugFromName('abc def', 4)).toBe('abc');
  expect(slugFromName('漢字', 63)).toBe('');
});
