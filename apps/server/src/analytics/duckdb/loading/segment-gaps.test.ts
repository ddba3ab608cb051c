import { expect, test } from 'vitest';
import { gapsAfter } from './segment-gaps.ts';

const cases = [
  { name: 'none when numbers follow', upTo: 3, gaps: [], loaded: [4, 5], expected: [] },
  {
    name: 'one in front of a later number',
    upTo: 3,
    gaps: [],
    loaded: [6],
    expected: [{ first: 4, last: 5 }],
  },
  { name: 'one at the very start', upTo: 0, gaps: [], loaded: [3, 4], expected: [{ first: 1, last: 2 }] },
  { name: 'filled by a late one', upTo: 9, gaps: [{ first: 4, last: 4 }], loaded: [4], expected: [] },
  {
    name: 'split by a late one',
    upTo: 9,
    gaps: [{ first: 3, last: 5 }],
    loaded: [4, 11],
    expected: [
      { first: 3, last: 3 },
      { first: 5, last: 5 },
      { first: 10, last: 10 },
    ],
  },
];
for (const { name, upTo, gaps, loaded, expected } of cases) {
  test(`gaps: ${name}`, () => expect(gapsAfter(upTo, gaps, loaded)).toEqual(expected));
}
