import { expect, test } from 'vitest';
import { DAY_MS } from '../../design/format/units.ts';
import { bucketTimes, type MetricPoint, percentileSeries } from './metric-series.ts';

const at = (days: number): string => new Date(days * DAY_MS).toISOString();
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
  expect(times.map((ms) => ms / DAY_MS)).toEqual([10, 11, 12, 13, 14]);
  expect(percentileSeries(times, points, ['p95'])).toEqual([{ name: 'p95', values: [7, 8, null, null, 9] }]);
});

test('several series share their times, and few points are taken as they are', () => {
  expect(bucketTimes([[point(1, 1)], [point(2, 1)]])).toEqual([DAY_MS, 2 * DAY_MS]);
  expect(bucketTimes([[point(3, 1)]])).toEqual([3 * DAY_MS]);
  expect(bucketTimes([])).toEqual([]);
});
