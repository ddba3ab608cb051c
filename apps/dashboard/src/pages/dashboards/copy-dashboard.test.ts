import { expect, test } from 'vitest';
import { nameOfCopy } from './copy-dashboard.ts';

test('a copy has a name that no other dashboard has', () => {
  expect(nameOfCopy('Shop', [])).toBe('Shop copy');
  expect(nameOfCopy('Shop', ['Shop copy', 'Shop copy 2'])).toBe('Shop copy 3');
});

test('the copy of a long name is as long as a name may be', () => {
  expect(nameOfCopy('x'.repeat(120), [])).toHaveLength(120);
});
