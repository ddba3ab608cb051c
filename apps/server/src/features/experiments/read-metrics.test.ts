import { expect, test } from 'vitest';
import type { MetricType, NewMetric } from './experiment-store.ts';
import { readMetrics } from './read-metrics.ts';

const primary: NewMetric = { eventName: 'bought', metricType: 'conversion', isPrimary: true };

test('readMetrics fills in what is left out', () => {
  const defaults = {
    aggregationField: null,
    isPrimary: false,
    isGuardrail: false,
    name: null,
    direction: 'increase',
    conversionWindowHours: null,
    denominatorEvent: null,
    denominatorField: null,
    margin: 0,
  };
  const startup: NewMetric = { eventName: '$startup', metricType: 'p95' };
  const failed: NewMetric = { eventName: 'failed', metricType: 'count', isGuardrail: true, direction: 'decrease' };
  expect(readMetrics([primary, failed, startup])).toEqual([
    { ...defaults, eventName: 'bought', metricType: 'conversion', isPrimary: true },
    { ...defaults, eventName: 'failed', metricType: 'count', isGuardrail: true, direction: 'decrease' },
    { ...defaults, eventName: '$startup', metricType: 'p95', direction: 'decrease' },
  ]);
});

const ratio: NewMetric = { eventName: 'clicked', metricType: 'ratio', denominatorEvent: 'viewed' };
test.each<[string, NewMetric, field: string]>([
  ['a ratio without a denominator', { ...ratio, denominatorEvent: null }, 'denominator_event'],
  ['a ratio to a built-in metric', { ...ratio, denominatorEvent: '$startup' }, 'denominator_event'],
  ['a denominator of a count', { ...ratio, metricType: 'count' }, 'denominator_event'],
  ['a field of a denominator of a count', { ...primary, denominatorField: 'n' }, 'denominator_field'],
  ['crash-free sessions as a count', { eventName: '$crash_free_sessions', metricType: 'count' }, 'metric_type'],
  ['a ratio of startups', { eventName: '$startup', metricType: 'ratio' }, 'metric_type'],
  [
    'a field of a built-in metric',
    { eventName: '$startup', metricType: 'p50', aggregationField: 'ms' },
    'aggregation_field',
  ],
  ['more ANRs as good', { eventName: '$anr_rate', metricType: 'ratio', direction: 'increase' }, 'direction'],
])('readMetrics refuses %s', (_, metric, field) => {
  expect(() => readMetrics([primary, metric])).toThrow(expect.objectContaining({ field: `metrics.1.${field}` }));
});

test('readMetrics takes ratios of counts and of sums, and built-in metrics without a field', () => {
  const sums: NewMetric = { ...ratio, aggregationField: 'price', denominatorField: 'items' };
  const builtIn = ['$crash_free_sessions', '$anr_rate'].map(
    (eventName): NewMetric => ({ eventName, metricType: 'ratio', isGuardrail: true }),
  );
  expect(readMetrics([primary, ratio, sums, ...builtIn])).toHaveLength(5);
});

for (const metricType of ['sum', 'average', 'p50', 'p95', 'p99'] satisfies MetricType[]) {
  test(`readMetrics needs a field for ${metricType}`, () => {
    const metric = { eventName: 'bought', metricType };
    const field = 'metrics.1.aggregation_field';
    expect(() => readMetrics([primary, metric])).toThrow(expect.objectContaining({ field }));
    expect(() => readMetrics([primary, { ...metric, aggregationField: '' }])).toThrow(
      expect.objectContaining({ field }),
    );
    expect(readMetrics([primary, { ...metric, aggregationField: 'price' }])).toHaveLength(2);
  });
}

test('readMetrics needs a primary metric', () => {
  const reason = 'MISSING_PRIMARY_METRIC';
  expect(() => readMetrics([])).toThrow(expect.objectContaining({ reason }));
  expect(() => readMetrics([{ ...primary, isPrimary: false }])).toThrow(expect.objectContaining({ reason }));
});

test('readMetrics takes twenty and no more', () => {
  expect(readMetrics(Array.from({ length: 20 }, () => primary))).toHaveLength(20);
  expect(() => readMetrics(Array.from({ length: 21 }, () => primary))).toThrow(
    expect.objectContaining({ field: 'metrics' }),
  );
});
