import type { MeasureSeries, Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { vizOfInsight } from '../viz-of-insight.ts';
import { describeFeature } from './describe-feature.ts';
import { emptyFeatures, type FeatureInsight, type FeatureQuery } from './feature-insight.ts';
import { featureOfQuery } from './feature-of-query.ts';
import { isOverTime, measureChart } from './measure-chart.ts';
import { queryOfFeature } from './query-of-feature.ts';

const range = { kind: 'relative', last: '30d' } as const;
const slice = { interval: 'day', platform: 'ios', appVersion: '1.0', range } as const;

test.each<[string, FeatureQuery, Wire['WidgetViz'] | undefined]>([
  [
    'Crash-free users by flag new on ios of version 1.0',
    { kind: 'crash_free', of: 'users', breakdown: 'flag:new', ...slice },
    { kind: 'crash_free', display: 'table' },
  ],
  ['Crashes by exception', { kind: 'crashes', breakdown: 'exception', interval: 'hour', range }, undefined],
  [
    'p75 of Largest contentful paint by country',
    {
      kind: 'performance',
      of: 'p75',
      metricName: 'LCP',
      metricType: 'web_vital',
      breakdown: 'country',
      interval: 'day',
      range,
    },
    { kind: 'performance', display: 'bar' },
  ],
  [
    'p95 of requests',
    { kind: 'performance', of: 'p95', metricType: 'network', limit: 5, interval: 'day', range },
    undefined,
  ],
  ['Lift in Purchase of checkout', { kind: 'experiment', experiment: 'checkout', metric: 'Purchase' }, undefined],
  ['Lift of the newest experiment', { kind: 'experiment' }, undefined],
])('%s: a stored query comes back as it was, with its display', (words, query, viz) => {
  const insight = featureOfQuery(query, viz);
  expect(queryOfFeature(insight, range)).toEqual(query);
  expect(describeFeature(insight)).toBe(words);
  if (viz !== undefined) expect(vizOfInsight(insight)).toEqual(viz);
});

test('an interval that follows the range is that of the range', () => {
  expect(queryOfFeature(emptyFeatures.crashes, { kind: 'relative', last: '24h' })).toMatchObject({ interval: 'hour' });
});

const series = (name: string, unit: MeasureSeries['unit'], threshold: number | null = null): MeasureSeries => ({
  name,
  unit,
  value: 2,
  count: 3,
  threshold,
  points: [
    { bucketIso: '2026-06-01T00:00:00.000Z', value: 1, count: 1 },
    { bucketIso: '2026-06-02T00:00:00.000Z', value: null, count: 0 },
  ],
});
const ends = { fromIso: '2026-06-01T00:00:00.000Z', toIso: '2026-06-03T00:00:00.000Z' };
const answer = (...all: readonly MeasureSeries[]): Wire['MeasureResult'] => ({
  kind: 'performance',
  interval: 'day',
  series: [...all],
  ...ends,
});

test('metrics of one unit share an axis; others are named', () => {
  const chart = measureChart(
    emptyFeatures.performance,
    answer(series('CLS', 'score', 0.1), series('LCP', 'ms', 2500), series('x', 'ms')),
  );
  expect(chart).toMatchObject({
    unit: 'ms',
    others: ['Cumulative layout shift'],
    references: [],
    isLastIncomplete: false,
  });
  expect(chart.series).toEqual([
    { name: 'Largest contentful paint', values: [1, null] },
    { name: 'x', values: [1, null] },
  ]);
  expect(measureChart(emptyFeatures.performance, answer(series('LCP', 'ms', 2500))).references).toEqual([
    { value: 2500, label: 'good up to 2.5\u202fs' },
  ]);
});

test('what has no points, and bars of several percentiles, stand by value', () => {
  const of = (insight: FeatureInsight & { display: unknown }, ...all: readonly MeasureSeries[]) =>
    isOverTime(insight as typeof emptyFeatures.performance, answer(...all));
  const bars = { ...emptyFeatures.performance, display: 'bar' } as const;
  expect(of(emptyFeatures.performance, series('a', 'ms'), series('b', 'ms'))).toBe(true);
  expect(of(bars, series('a', 'ms'))).toBe(true);
  expect(of(bars, series('a', 'ms'), series('b', 'ms'))).toBe(false);
  expect(of(emptyFeatures.crashes, series('a', 'count'), series('b', 'count'))).toBe(true);
  expect(of(emptyFeatures.crash_free, { ...series('a', 'percent'), points: [] })).toBe(false);
});
