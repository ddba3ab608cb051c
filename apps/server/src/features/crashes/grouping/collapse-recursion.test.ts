import { expect, test } from 'vitest';
import { collapseRecursion } from './collapse-recursion.ts';

const collapsed = (keys: string) => collapseRecursion(keys.split(' ')).join(' ');

test('the depth of a recursion does not matter', () => {
  for (const keys of ['a b main', 'a b a b main', 'a b a b a b main', 'b a b a b main'])
    expect(collapsed(keys)).toBe('a b main');
  for (const keys of ['a main', 'a a main', 'a a a a main']) expect(collapsed(keys)).toBe('a main');
});

test('where the recursion was entered is not seen, any turn of it is the same', () => {
  expect(collapsed('x a b c a b c')).toBe(collapsed('x b c a b c a'));
});

test('a recursion that was trimmed in its middle is one recursion', () => {
  expect(collapsed(`leaf ${'a b c '.repeat(66)}a b ${'b c a '.repeat(16)}b c main`)).toBe('leaf a b c main');
});

test('what does not repeat itself stays as it is', () => {
  expect(collapsed('a b c a d')).toBe('a b c a d');
});
