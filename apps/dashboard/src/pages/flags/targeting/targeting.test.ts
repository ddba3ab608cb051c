import { expect, test } from 'vitest';
import { mintId } from './mint-id.ts';
import { isSameValue, moveRule, type Rule } from './targeting.ts';

const rules = ['a', 'b', 'c'].map(
  (id): Rule => ({ id, name: null, conditions: [], value: true, percentage: 100, enabled: true }),
);
const order = (moved: readonly Rule[]) => moved.map(({ id }) => id).join('');

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 0, 'bac'],
  [0, -5, 'abc'],
  [0, 99, 'bca'],
  [9, 0, 'abc'],
])('the rule at %i moved to %i', (from, to, expected) => {
  expect(order(moveRule(rules, from, to))).toBe(expected);
});

test('values are the same whatever the order of their members', () => {
  expect(isSameValue({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(isSameValue({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(isSameValue([], {})).toBe(false);
  expect(isSameValue(null, {})).toBe(false);
});

test('a minted id is a UUID of its own', () => {
  const ids = new Set(Array.from({ length: 100 }, mintId));
  expect(ids.size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
