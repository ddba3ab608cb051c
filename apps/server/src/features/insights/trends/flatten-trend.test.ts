import { expect, test } from 'vitest';
import { flattenTrend } from './flatten-trend.ts';
import type { TimeseriesQuery } from './trend-series.ts';

const query: TimeseriesQuery = {
  kind: 'timeseries',
  event: 'open',
  interval: 'day',
  range: { kind: 'relative', last: '7d' },
  filters: [],
};
const iso = '2026-01-02T00:00:00.000Z';
const before = '2025-01-02T00:00:00.000Z';
const points = [{ bucketIso: iso, value: 1.5 }];
const namesOf = (asked: TimeseriesQuery): string[] =>
  flattenTrend('{"series":[]}', asked).columns.map(({ name }) => name);

test('columns depend on what was asked', () => {
  expect(namesOf(query)).toEqual(['bucket', 'series', 'value']);
  expect(namesOf({ ...query, breakdownProperty: 'platform' })).toEqual(['bucket', 'series', 'value']);
  expect(namesOf({ ...query, breakdowns: ['platform', 'country'] })).toEqual([
    'bucket',
    'series',
    'breakdown_1',
    'breakdown_2',
    'value',
  ]);
  expect(namesOf({ ...query, compare: 'previous_year', formulas: [{ expression: 'A' }] })).toEqual([
    'bucket',
    'series',
    'letter',
    'value',
    'compared_bucket',
    'compared_value',
  ]);
});

test('points stand beside those they are compared with', () => {
  const asked: TimeseriesQuery = {
    ...query,
    formulas: [{ expression: 'A' }],
    breakdownProperty: 'platform',
    compare: 'previous_year',
  };
  const line = { name: 'A · ios', formula: 0, breakdown: ['ios'] };
  const compared = { series: [{ ...line, points: [{ bucketIso: before, value: 2 }] }] };
  const result = JSON.stringify({ series: [{ ...line, points }], compare: compared });
  expect(flattenTrend(result, asked).rows).toEqual([
    [Date.parse(iso), 'A · ios', null, 'ios', 1.5, Date.parse(before), 2],
  ]);
});
