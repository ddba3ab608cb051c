import { expect, test } from 'vitest';
import { differenceOf } from './difference-of.ts';

const cases = [
  { name: 'nothing', before: { a: [1, { b: 2 }] }, after: { a: [1, { b: 2 }] }, expected: [] },
  {
    name: 'a member deep inside',
    before: { rules: [{ percentage: 10, value: true }] },
    after: { rules: [{ percentage: 20, value: true }] },
    expected: [{ at: 'rules[0].percentage', before: 10, after: 20 }],
  },
  {
    name: 'an item more, an item less',
    before: { a: [1], b: [1, 2] },
    after: { a: [1, 2], b: [1] },
    expected: [
      { at: 'a[1]', after: 2 },
      { at: 'b[1]', before: 2 },
    ],
  },
  {
    name: 'null becomes an object',
    before: { kill: null },
    after: { kill: { reason: 'r' } },
    expected: [{ at: 'kill', before: null, after: { reason: 'r' } }],
  },
];
for (const { name, before, after, expected } of cases) {
  test(`differenceOf: ${name}`, () => expect(differenceOf(before, after)).toEqual(expected));
}
