import type { Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { emptyInsight, emptySeries, type TrendsInsight } from './insight.ts';
import { periodBefore } from './period-before.ts';
import { trendLines } from './trend-lines.ts';

const result = (series: Record<string, number[]>): Wire['TimeseriesResult'] => ({
  kind: 'timeseries',
  series: Object.entries(series).map(([name, values]) => ({
    name,
    points: values.map((value, day) => ({ bucketIso: `2026-06-0${day + 1}T00:00:00.000Z`, value })),
  })),
  interval: 'day',
  fromIso: '2026-06-01T00:00:00.000Z',
  toIso: '2026-06-04T00:00:00.000Z',
});

const asking = (change: Partial<TrendsInsight>): TrendsInsight => ({ ...emptyInsight('timeseries'), ...change });
const buy = { ...emptySeries, event: 'buy' };

test('a count has a sum, an average, the least and the most', () => {
  const [line] = trendLines(asking({ series: [buy] }), [result({ buy: [2, 0, 4] })]);
  expect(line).toMatchObject({ name: 'buy', summary: { sum: 6, average: 2, min: 0, max: 4, change: undefined } });
});

test('people of several days are not added up', () => {
  const people = { ...buy, aggregation: 'count_distinct', field: 'person_id' } as const;
  const before = [result({ buy: [1, 1, 1] })];
  const [line] = trendLines(asking({ series: [people] }), [result({ buy: [2, 0, 4] })], before);
  expect(line).toMatchObject({
    name: 'people with buy',
    summary: { sum: null, average: 2, change: { now: 2, before: 1 } },
  });
});

test('values of a breakdown are compared with the same value, and with nothing where there was none', () => {
  const insight = asking({ series: [buy], breakdown: 'platform' });
  const lines = trendLines(insight, [result({ ios: [2, 2, 2], web: [1, 0, 0] })], [result({ ios: [1, 1, 1] })]);
  expect(lines.map(({ name, summary }) => [name, summary.change])).toEqual([
    ['ios', { now: 6, before: 3 }],
    ['web', { now: 1, before: 0 }],
  ]);
});

test('lines of several series have names of their own', () => {
  const lines = trendLines(asking({ series: [buy, buy], breakdown: 'platform' }), [
    result({ ios: [1] }),
    result({ ios: [1] }),
  ]);
  expect(lines.map(({ name }) => name)).toEqual(['A · ios', 'B · ios']);
});

test('the period before has the same length and ends where this one begins', () => {
  expect(periodBefore({ fromIso: '2026-06-08T12:00:00.000Z', toIso: '2026-06-15T12:00:00.000Z' })).toEqual({
    kind: 'absolute',
    fromIso: '2026-06-01T12:00:00.000Z',
    toIso: '2026-06-08T12:00:00.000Z',
  });
});
