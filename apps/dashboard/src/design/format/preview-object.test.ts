import { expect, test } from 'vitest';
import { previewObject } from './preview-object.ts';

test('the first members stand in one line, the others behind dots', () => {
  expect(previewObject({ plan: 'pro', items: 3 })).toBe('plan: pro, items: 3');
  expect(previewObject({ a: 1, b: null, c: true }, 2)).toBe('a: 1, b: null, …');
});

test('what has members of its own is only hinted at, and long texts are cut', () => {
  expect(previewObject({ tags: [1, 2], cart: { x: 1 } })).toBe('tags: [2], cart: {…}');
  expect(previewObject({ text: 'x'.repeat(10_000) })).toBe(`text: ${'x'.repeat(40)}…`);
});

test('nothing is said of what is not an object', () => {
  expect([previewObject(null), previewObject('x'), previewObject({})]).toEqual(['', '', '']);
});
