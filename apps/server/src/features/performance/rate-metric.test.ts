import { expect, test } from 'vitest';
import { rateShare, rateValues } from './rate-metric.ts';
import { knownMetric } from './well-known-thresholds.ts';

const all = (value: number) => ({ p50: value, p75: value, p90: value, p95: value, p99: value });
const cases = [
  { name: 'LCP at its line', metric: ['web_vital', 'LCP'], values: all(2_500), rating: 'good' },
  { name: 'LCP between its lines', metric: ['web_vital', 'LCP'], values: all(4_000), rating: 'needs_work' },
  { name: 'LCP above both', metric: ['web_vital', 'LCP'], values: all(4_000.1), rating: 'poor' },
  {
    name: 'INP is held against its 75th percentile',
    metric: ['any', 'INP'],
    values: { ...all(9_999), p75: 200 },
    rating: 'good',
  },
  { name: 'CLS has no unit', metric: ['web_vital', 'CLS'], values: all(0.11), rating: 'needs_work' },
  { name: 'a cold start at its line', metric: ['startup', 'cold_start'], values: all(5_000), rating: 'good' },
  {
    name: 'a cold start whose slow end is over the line',
    metric: ['startup', 'cold_start'],
    values: { ...all(4_000), p95: 5_001 },
    rating: 'needs_work',
  },
  { name: 'a cold start that is slow for many', metric: ['startup', 'cold_start'], values: all(5_001), rating: 'poor' },
] as const;
for (const { name, metric, values, rating } of cases) {
  test(`rateValues: ${name}`, () => {
    const { known } = knownMetric(metric[0], metric[1]);
    if (known === undefined) throw new Error('There is no line');
    expect(rateValues(known, values)).toBe(rating);
  });
}

test('rateShare: good up to the first line, poor above the second', () => {
  const { rateThreshold } = knownMetric('anr', 'anr_detected');
  if (rateThreshold === undefined) throw new Error('There is no line');
  const of = (part: number) => rateShare(rateThreshold, { part, whole: 10_000 });
  expect([of(0), of(23), of(24), of(47), of(48)]).toEqual(['good', 'good', 'needs_work', 'needs_work', 'poor']);
  expect(rateShare(rateThreshold, { part: 0, whole: 0 })).toBeUndefined();
});

test('units are those of the metric', () => {
  const unit = (type: string, name: string) => knownMetric(type, name).unit;
  expect([
    unit('memory', 'memory_usage'),
    unit('frames', 'frame_summary'),
    unit('web_vital', 'CLS'),
    unit('network', 'https://a.example/'),
    unit('custom', 'anything'),
  ]).toEqual(['mb', 'count', 'score', 'ms', 'ms']);
});
