import type { Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { emptyInsight, emptySeries, type TrendsInsight } from './insight.ts';
import { trendLines } from './trend-lines.ts';

type Line = Wire['TimeseriesResult']['series'][number];

const ends = { fromIso: '2026-06-01T00:00:00.000Z', toIso: '2026-06-04T00:00:00.000Z' };
const line = (values: number[], more: Partial<Line> = {}): Line => ({
  name: 'buy',
  points: values.map((value, day) => ({ bucketIso: `2026-06-0${day + 1}T00:00:00.000Z`, value })),
  ...more,
});
const result = (series: Line[], before?: Line[]): Wire['TimeseriesResult'] => ({
  kind: 'timeseries',
  series,
  interval: 'day',
  ...ends,
  ...(before === undefined ? {} : { compare: { series: before, ...ends } }),
});

const asking = (change: Partial<TrendsInsight>): TrendsInsight => ({ ...emptyInsight('timeseries'), ...change });
const buy = { ...emptySeries, event: 'buy' };

test('a count has a sum, an average, the least and the most', () => {
  const [found] = trendLines(asking({ series: [buy] }), result([line([2, 0, 4])]));
  expect(found).toMatchObject({ name: 'buy', summary: { sum: 6, average: 2, min: 0, max: 4, change: undefined } });
});

test('people of several days are not added up', () => {
  const people = { ...buy, aggregation: 'persons' } as const;
  const [found] = trendLines(asking({ series: [people] }), result([line([2, 0, 4])], [line([1, 1, 1])]));
  expect(found).toMatchObject({
    name: 'people with buy',
    summary: { sum: null, average: 2, change: { now: 2, before: 1 } },
  });
});

test('running totals are not added up either', () => {
  const [found] = trendLines(asking({ series: [buy], smoothing: 'cumulative' }), result([line([1, 2, 3])]));
  expect(found?.summary.sum).toBeNull();
});

test('values of a breakdown are compared with the same place of the period before', () => {
  const lines = trendLines(
    asking({ series: [buy], breakdowns: ['platform'] }),
    result(
      [line([2, 2, 2], { name: 'ios' }), line([1, 0, 0], { name: 'web' })],
      [line([1, 1, 1], { name: 'ios' }), line([0, 0, 0], { name: 'web' })],
    ),
  );
  expect(lines.map(({ name, values, summary }) => [name, values, summary.change])).toEqual([
    ['ios', ['ios'], { now: 6, before: 3 }],
    ['web', ['web'], { now: 1, before: 0 }],
  ]);
});

test('lines of several series and of formulas have names of their own', () => {
  const lines = trendLines(
    asking({
      series: [buy, { ...buy, event: ['open', 'view'] }],
      formulas: [{ expression: 'A / B * 100', name: null }],
      breakdowns: ['platform', 'country'],
    }),
    result([
      line([1], { series: 'A', breakdown: ['ios', 'DE'] }),
      line([1], { series: 'B', breakdown: ['ios', 'DE'] }),
      line([1], { formula: 0, breakdown: ['ios', 'DE'] }),
    ]),
  );
  expect(lines.map(({ name, series }) => [name, series])).toEqual([
    ['A · ios · DE', 'A'],
    ['B · ios · DE', 'B'],
    ['A / B * 100 · ios · DE', undefined],
  ]);
});
