import { expect, test } from 'vitest';
import { plotData } from './plot-data.ts';

const series = [
  { name: 'a', values: [1, 2, 3] },
  { name: 'b', values: [10, null, 30] },
];
const request = {
  kind: 'line',
  series,
  bands: [],
  hidden: new Set<string>(),
  isFirstIncomplete: false,
  isLastIncomplete: false,
} as const;
const drawn = (change: Partial<Parameters<typeof plotData>[0]>) =>
  plotData({ ...request, ...change }).lines.map((line) => [line.series.name, line.part, line.values]);

test('what is hidden is not drawn, nor its band', () => {
  expect(drawn({ hidden: new Set(['a']) })).toEqual([['b', 'whole', [10, null, 30]]]);
  const band = { name: 'a', low: [0, 0, 0], high: [2, 2, 2] };
  expect(plotData({ ...request, bands: [band], hidden: new Set(['a']) }).bands).toEqual([]);
});

test('the last bucket is a piece of its own that begins where the whole ones end', () => {
  expect(drawn({ series: series.slice(0, 1), isLastIncomplete: true })).toEqual([
    ['a', 'whole', [1, 2, null]],
    ['a', 'partial', [null, 2, 3]],
  ]);
});

test('a bar that is not over yet stands alone', () => {
  expect(drawn({ series: series.slice(0, 1), kind: 'bar', isLastIncomplete: true })[1]).toEqual([
    'a',
    'partial',
    [null, null, 3],
  ]);
});

test('so is the first one, where the range begins in the middle of it', () => {
  const both = { isFirstIncomplete: true, isLastIncomplete: true };
  expect(drawn({ series: [{ name: 'a', values: [1, 2, 3, 4] }], ...both })).toEqual([
    ['a', 'whole', [null, 2, 3, null]],
    ['a', 'partial', [1, 2, null, null]],
    ['a', 'partial', [null, null, 3, 4]],
  ]);
  expect(drawn({ series: series.slice(0, 1), kind: 'bar', ...both }).map(([, , values]) => values)).toEqual([
    [null, 2, null],
    [1, null, null],
    [null, null, 3],
  ]);
  expect(drawn({ series: [{ name: 'a', values: [1] }], ...both })).toEqual([
    ['a', 'whole', [null]],
    ['a', 'partial', [1]],
  ]);
});

test('the period before has no bucket that is not over yet', () => {
  expect(drawn({ series: [{ name: 'a', values: [1, 2], isCompare: true }], isLastIncomplete: true })).toEqual([
    ['a', 'whole', [1, 2]],
  ]);
});

test('stacked bars are sums, the highest drawn first; a gap stays a gap', () => {
  expect(drawn({ kind: 'stacked-bar' })).toEqual([
    ['b', 'whole', [11, null, 33]],
    ['a', 'whole', [1, 2, 3]],
  ]);
});

test('what is negative is stacked downwards', () => {
  const gone = { name: 'gone', values: [-4, -1, -2] };
  expect(drawn({ kind: 'stacked-bar', series: [...series, gone] })[0]).toEqual(['gone', 'whole', [-4, -1, -2]]);
});
