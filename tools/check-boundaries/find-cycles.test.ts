import { expect, test } from 'vitest';
import { findCycles } from './find-cycles.mjs';

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

const cases = [
  { name: 'none in a diamond', edges: { a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }, expected: [] },
  { name: 'a file that imports itself', edges: { a: ['a'] }, expected: [['a', 'a']] },
  { name: 'two files', edges: { a: ['b'], b: ['a'] }, expected: [['a', 'b', 'a']] },
  {
    name: 'a cycle behind a way in',
    edges: { a: ['b'], b: ['c'], c: ['d'], d: ['b'] },
    expected: [['b', 'c', 'd', 'b']],
  },
  { name: 'the shortest of two', edges: { a: ['b', 'c'], b: ['c'], c: ['a'] }, expected: [['a', 'c', 'a']] },
  {
    name: 'two that do not touch',
    edges: { a: ['b'], b: ['a'], c: ['d'], d: ['c'] },
    expected: [
      ['a', 'b', 'a'],
      ['c', 'd', 'c'],
    ],
  },
];

for (const { name, edges, expected } of cases) {
  test(`findCycles: ${name}`, () =>
    expect(findCycles(graph(edges as unknown as Record<string, string[]>))).toEqual(expected));
}
