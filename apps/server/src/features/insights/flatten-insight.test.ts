import { expect, test } from 'vitest';
import { flattenInsight } from './flatten-insight.ts';

const flat = (result: unknown) => {
  const { columns, rows } = flattenInsight(JSON.stringify(result));
  return { columns: columns.map(({ name, type }) => `${name} ${type}`), rows };
};
const iso = '2026-01-01T00:00:00.000Z';
const ms = Date.parse(iso);

test('a funnel has a row for each step, of all and of each part', () => {
  const steps = [
    { event: 'a', count: 2, percentage: 100, dropOff: null, medianSecondsFromPrevious: null },
    { event: 'b', count: 1, percentage: 50, dropOff: 50, medianSecondsFromPrevious: 3 },
  ];
  expect(flat({ kind: 'funnel', steps, breakdown: [{ name: 'ios', steps: steps.slice(0, 1) }] }).rows).toEqual([
    [null, 1, 'a', 2, 100, null, null],
    [null, 2, 'b', 1, 50, 50, 3],
    ['ios', 1, 'a', 2, 100, null, null],
  ]);
});

test('a retention has a row for each period and each later one, also when it is not over', () => {
  expect(flat({ kind: 'retention', cohorts: [{ period: iso, size: 4, retention: [100, null] }] }).rows).toEqual([
    [ms, 4, 0, 100],
    [ms, 4, 1, null],
  ]);
});

test('a retention by a property has the same for each value, behind that of all', () => {
  const cohorts = [{ period: iso, size: 4, retention: [100] }];
  expect(flat({ kind: 'retention', cohorts, breakdown: [{ name: 'ios', cohorts }] })).toEqual({
    columns: ['breakdown text', 'period timestamp', 'size integer', 'offset integer', 'retention number'],
    rows: [
      [null, ms, 4, 0, 100],
      ['ios', ms, 4, 0, 100],
    ],
  });
});

test('a lifecycle has a row for each state and period', () => {
  expect(flat({ kind: 'lifecycle', series: [{ state: 'new', points: [{ bucketIso: iso, value: 3 }] }] })).toEqual({
    columns: ['bucket timestamp', 'state text', 'persons integer'],
    rows: [[ms, 'new', 3]],
  });
});

test('stickiness has a row for each number of periods, a distribution for each bar', () => {
  const points = [{ periods: 1, persons: 2, percentage: 100 }];
  expect(flat({ kind: 'stickiness', points }).rows).toEqual([[1, 2, 100]]);
  expect(flat({ kind: 'distribution', bars: [{ from: 0, to: 0.5, count: 7 }] }).rows).toEqual([[0, 0.5, 7]]);
});

test('paths have a row for each link, with the names of its ends', () => {
  const nodes = [
    { id: '1:a', event: 'a', step: 1, count: 3 },
    { id: '2:b', event: 'b', step: 2, count: 2 },
  ];
  expect(flat({ kind: 'paths', nodes, links: [{ source: '1:a', target: '2:b', count: 2 }] }).rows).toEqual([
    [1, 'a', 'b', 2],
  ]);
});
