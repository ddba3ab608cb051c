import { expect, test } from 'vitest';
import { TREND_MISSING, TREND_REST } from '../queries/trends/trend-breakdown.ts';
import { composeTrend, trendPlaces } from './compose-trend.ts';
import { smoothPoints } from './smooth-points.ts';
import { type TimeseriesQuery, trendSeries } from './trend-series.ts';

const isoStarts = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'];
const base: TimeseriesQuery = {
  kind: 'timeseries',
  series: [{ event: 'seen' }, { event: ['a', 'b'], name: 'Bought' }],
  interval: 'day',
  range: { kind: 'relative', last: '7d' },
  filters: [],
};
const only = (points: readonly number[]) => ({ lines: [{ place: 0, values: [], points }] });
const plain = [only([4, 2]), only([1, 0])];

const compose = (query: TimeseriesQuery, found: Parameters<typeof trendPlaces>[1]) =>
  composeTrend(query, trendSeries(query), trendPlaces(query, found), { found, isoStarts }).map(
    ({ points, ...line }) => ({ ...line, points: points.map(({ value }) => value) }),
  );

test('series have letters and names', () => {
  expect(compose(base, plain)).toEqual([
    { name: 'seen', series: 'A', points: [4, 2] },
    { name: 'Bought', series: 'B', points: [1, 0] },
  ]);
});

test('formulas are shown in place of series, or behind them', () => {
  const query = { ...base, formulas: [{ expression: 'A / B' }, { expression: 'B / A * 100', name: 'Rate' }] };
  const formulas = [
    { name: 'A / B', formula: 0, undefinedPoints: 1, points: [4, 0] },
    { name: 'Rate', formula: 1, undefinedPoints: 0, points: [25, 0] },
  ];
  expect(compose(query, plain)).toEqual(formulas);
  expect(compose({ ...query, showSeries: true }, plain).slice(2)).toEqual(formulas);
});

test('all series have the same values, in the same order, and formulas too', () => {
  const query: TimeseriesQuery = { ...base, breakdowns: ['platform', 'country'], formulas: [{ expression: 'A + B' }] };
  const found = [
    { lines: [{ place: 0, values: ['ios', null], points: [1, 1] }] },
    {
      lines: [
        { place: TREND_REST, values: [], points: [2, 2] },
        { place: TREND_MISSING, values: [], points: [3, 3] },
      ],
    },
  ];
  expect(compose({ ...query, showSeries: true }, found).map(({ name, points }) => [name, points])).toEqual([
    ['seen · ios · (none)', [1, 1]],
    ['seen · (other)', [0, 0]],
    ['seen · (none) · (none)', [0, 0]],
    ['Bought · ios · (none)', [0, 0]],
    ['Bought · (other)', [2, 2]],
    ['Bought · (none) · (none)', [3, 3]],
    ['A + B · ios · (none)', [1, 1]],
    ['A + B · (other)', [2, 2]],
    ['A + B · (none) · (none)', [3, 3]],
  ]);
  expect(compose(query, found).map(({ name, breakdown }) => [name, breakdown])).toEqual([
    ['ios · (none)', ['ios', '(none)']],
    ['(other)', ['(other)', '(other)']],
    ['(none) · (none)', ['(none)', '(none)']],
  ]);
});

test('what is shown is smoothed, after formulas', () => {
  const query = { ...base, formulas: [{ expression: 'A * 2' }], cumulative: true };
  expect(compose(query, plain)[0]?.points).toEqual([8, 12]);
  expect(compose({ ...base, movingAverage: 2 }, plain)[0]?.points).toEqual([4, 3]);
});

test('a moving average is of the points there are', () => {
  expect(smoothPoints([1, 2, 3, 10], { movingAverage: 3 })).toEqual([1, 1.5, 2, 5]);
  expect(smoothPoints([1, -2, 3], { cumulative: true })).toEqual([1, -1, 2]);
  expect(smoothPoints([1, 2], { cumulative: false })).toEqual([1, 2]);
});

test('one event has no letter unless a formula needs one', () => {
  const { series: _, ...rest } = base;
  const query: TimeseriesQuery = { ...rest, event: 'seen', movingAverage: 2 };
  expect(compose(query, plain.slice(0, 1))).toEqual([{ name: 'seen', points: [4, 3] }]);
});
