import { expect, test } from 'vitest';
import { readWallSearch } from './wall-search.ts';

const cases = [
  { name: 'nothing', raw: {}, expected: { wall: false, rotate: 30, dashboards: [] } },
  { name: 'a wall', raw: { wall: true }, expected: { wall: true, rotate: 30, dashboards: [] } },
  { name: 'anything but true is none', raw: { wall: 'x' }, expected: { wall: false, rotate: 30, dashboards: [] } },
  { name: 'seconds', raw: { rotate: '45s' }, expected: { wall: true, rotate: 45, dashboards: [] } },
  { name: 'minutes', raw: { rotate: '2m' }, expected: { wall: true, rotate: 120, dashboards: [] } },
  { name: 'a number is seconds', raw: { rotate: 60 }, expected: { wall: true, rotate: 60, dashboards: [] } },
  { name: 'at least five', raw: { rotate: '0s' }, expected: { wall: true, rotate: 5, dashboards: [] } },
  { name: 'an hour at most', raw: { rotate: '999m' }, expected: { wall: true, rotate: 3600, dashboards: [] } },
  { name: 'nonsense', raw: { rotate: '-1s' }, expected: { wall: false, rotate: 30, dashboards: [] } },
  {
    name: 'each dashboard once',
    raw: { rotate: '30s', dashboards: 'a,b,,a' },
    expected: { wall: true, rotate: 30, dashboards: ['a', 'b'] },
  },
];

for (const { name, raw, expected } of cases) {
  test(`readWallSearch: ${name}`, () => expect(readWallSearch(raw)).toEqual(expected));
}
