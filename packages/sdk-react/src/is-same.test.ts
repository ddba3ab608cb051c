import { expect, test } from 'vitest';
import { isSame } from './is-same.ts';

const cases: { name: string; one: unknown; other: unknown; expected: boolean }[] = [
  { name: 'equal texts', one: 'a', other: 'a', expected: true },
  { name: 'a text and a number', one: '1', other: 1, expected: false },
  { name: 'null and an object', one: null, other: {}, expected: false },
  { name: 'undefined and null', one: undefined, other: null, expected: false },
  { name: 'members in another order', one: { a: 1, b: [2] }, other: { b: [2], a: 1 }, expected: true },
  { name: 'another value deep down', one: { a: { b: [1, 2] } }, other: { a: { b: [1, 3] } }, expected: false },
  { name: 'a member more', one: { a: 1 }, other: { a: 1, b: 2 }, expected: false },
  { name: 'as many members with other names', one: { a: undefined }, other: { b: undefined }, expected: false },
  { name: 'a list and an object with the same members', one: ['x'], other: { 0: 'x' }, expected: false },
  { name: 'a longer list', one: [1], other: [1, 2], expected: false },
];
for (const { name, one, other, expected } of cases) {
  test(`isSame: ${name}`, () => {
    expect(isSame(one, other)).toBe(expected);
    expect(isSame(other, one)).toBe(expected);
  });
}
