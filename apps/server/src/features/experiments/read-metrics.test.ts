import { expect, test } from 'vitest';
import type { MetricType, NewMetric } from './experiment-store.ts';
import { readMetrics } from './read-metrics.ts';

const primary: NewMetric = { eventName: 'bought', metricType: 'conversion', isPrimary: true };

test('readMetrics fills in what is left out', () => {
  expect(readMetrics([primary, { eventName: 'failed', metricType: 'count', isGuardrail: true }])).toEqual([
    { eventName: 'bought', metricType: 'conversion', aggregationField: null, isPrimary: true, isGuardrail: false },
    { eventName: 'failed', metricType: 'count', aggregationField: null, isPrimary: false, isGuardrail: true },
  ]);
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
