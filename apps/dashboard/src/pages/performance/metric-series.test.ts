import { expect, test } from 'vitest';
import { bucketTimes, type MetricPoint, percentileSeries } from './metric-series.ts';

const day = 86_400_000;
const at = (days: number): string => new Date(days * day).toISOString();
const point = (days: number, p95: number): MetricPoint => ({
  at: at(days),
  count: 1,
  error_rate: 0,
  p50: 1,
  p75: 2,
  p90: 3,
  p95,
  p99: 5,
});

test('buckets without a value are gaps', () => {
  const points = [point(10, 7), point(11, 8), point(14, 9)];
  const times = bucketTimes([points]);
  expect(times.map((ms) => ms / day)).toEqual([10, 11, 12, 13, 14]);
  expect(percentileSeries(times, points, ['p95'])).toEqual([{ name: 'p95', values: [7, 8, null, null, 9] }]);
});

test('several series share their times, and few points are taken as they are', () => {
  expect(bucketTimes([[point(1, 1)], [point(2, 1)]])).toEqual([day, 2 * day]);
  expect(bucketTimes([[point(3, 1)]])).toEqual([3 * day]);
  expect(bucketTimes([])).toEqual([]);
});
