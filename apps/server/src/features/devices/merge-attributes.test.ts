import { describe, expect, test } from 'vitest';
import { Unacceptable } from '../../control/control-errors.ts';
import type { Attributes } from './device-store.ts';
import { mergeAttributes } from './merge-attributes.ts';

type Sent = Parameters<typeof mergeAttributes>[1];
const numbered = (count: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, index]));

describe('mergeAttributes', () => {
  const cases: { name: string; known: Attributes; sent: Sent; expected: Attributes; isChanged: boolean }[] = [
    { name: 'adds a key', known: { a: 1 }, sent: { b: 'x' }, expected: { a: 1, b: 'x' }, isChanged: true },
    { name: 'replaces a value', known: { a: 1 }, sent: { a: 2 }, expected: { a: 2 }, isChanged: true },
    { name: 'removes with null', known: { a: 1, b: 2 }, sent: { a: null }, expected: { b: 2 }, isChanged: true },
    {
      name: 'removing an unknown key changes nothing',
      known: { a: 1 },
      sent: { b: null },
      expected: { a: 1 },
      isChanged: false,
    },
    {
      name: 'the same value changes nothing',
      known: { a: true },
      sent: { a: true },
      expected: { a: true },
      isChanged: false,
    },
    {
      name: 'the same list changes nothing',
      known: { a: [1, 'x'] },
      sent: { a: [1, 'x'] },
      expected: { a: [1, 'x'] },
      isChanged: false,
    },
    {
      name: 'a list in another order is another',
      known: { a: [1, 2] },
      sent: { a: [2, 1] },
      expected: { a: [2, 1] },
      isChanged: true,
    },
    { name: 'text and number are different', known: { a: 1 }, sent: { a: '1' }, expected: { a: '1' }, isChanged: true },
    { name: 'nothing sent changes nothing', known: { a: 1 }, sent: {}, expected: { a: 1 }, isChanged: false },
    {
      name: 'the longest string',
      known: {},
      sent: { a: 'x'.repeat(1024) },
      expected: { a: 'x'.repeat(1024) },
      isChanged: true,
    },
    {
      name: 'the longest key',
      known: {},
      sent: { ['k'.repeat(128)]: 1 },
      expected: { ['k'.repeat(128)]: 1 },
      isChanged: true,
    },
    {
      name: 'a hundred, one of them replaced by the same change, in either order',
      known: numbered(100),
      sent: { extra: 1, k0: null },
      expected: { ...Object.fromEntries(Object.entries(numbered(100)).slice(1)), extra: 1 },
      isChanged: true,
    },
  ];
  for (const { name, known, sent, expected, isChanged } of cases) {
    test(name, () => expect(mergeAttributes(known, sent)).toEqual({ attributes: expected, isChanged }));
  }

  const refused: { name: string; known?: Attributes; sent: Record<string, unknown>; field: string }[] = [
    { name: 'an empty key', sent: { '': 1 }, field: 'attributes.' },
    { name: 'a key of 129', sent: { ['k'.repeat(129)]: 1 }, field: `attributes.${'k'.repeat(129)}` },
    { name: 'a string of 1,025', sent: { a: 'x'.repeat(1025) }, field: 'attributes.a' },
    { name: 'an infinite number', sent: { a: Number.POSITIVE_INFINITY }, field: 'attributes.a' },
    { name: 'an object', sent: { a: { b: 1 } }, field: 'attributes.a' },
    { name: 'a list of 101', sent: { a: Array.from({ length: 101 }, () => 1) }, field: 'attributes.a' },
    { name: 'a list in a list', sent: { a: [[1]] }, field: 'attributes.a' },
    { name: 'null in a list', sent: { a: [null] }, field: 'attributes.a' },
    { name: 'a long string in a list', sent: { a: ['x'.repeat(1025)] }, field: 'attributes.a' },
    { name: 'the hundred and first', known: numbered(100), sent: { extra: 1 }, field: 'attributes.extra' },
    { name: 'the first that does not fit', sent: numbered(102), field: 'attributes.k100' },
  ];
  for (const { name, known, sent, field } of refused) {
    test(`refuses ${name}, naming the key`, () => {
      const merge = () => mergeAttributes(known ?? {}, sent as Sent);
      expect(merge).toThrow(Unacceptable);
      expect(merge).toThrow(expect.objectContaining({ field }));
    });
  }

  test('the known attributes are left as they were', () => {
    const known: Attributes = Object.freeze({ a: 1 });
    expect(mergeAttributes(known, { a: 2 }).attributes).not.toBe(known);
    expect(known).toEqual({ a: 1 });
  });

  test('__proto__ is a key like any other', () => {
    const sent = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Sent;
    const { attributes } = mergeAttributes({}, sent);
    expect(Object.keys(attributes)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(attributes)).toBe(Object.prototype);
    expect(mergeAttributes(attributes, sent).isChanged).toBe(false);
  });
});
