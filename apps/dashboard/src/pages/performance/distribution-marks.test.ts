import { expect, test } from 'vitest';
import { distributionMarks, drawnBuckets } from './distribution-marks.ts';

const line = {
  value: 2500,
  poor: 4000,
  percentile: 'p75',
  good_rate_percent: null,
  rate_percent: null,
  source: '',
} as const;
const percentiles = { p50: 1, p75: 2, p90: 3, p95: 4, p99: 5 };

test('the last bucket is drawn as wide as the one before, and says that it has no end', () => {
  expect(
    drawnBuckets([
      { from: 0, to: 200, count: 3 },
      { from: 200, to: null, count: 1 },
    ]),
  ).toEqual([
    { from: 0, to: 200, count: 3 },
    { from: 200, to: 400, count: 1, isOpen: true },
  ]);
  expect(drawnBuckets([{ from: 0, to: null, count: 1 }])[0]?.to).toBe(1);
});

test('p50, p95 and the lines are marked', () => {
  expect(distributionMarks({ percentiles, line }).map(({ label, value }) => [label, value])).toEqual([
    ['p50', 1],
    ['p95', 4],
    ['good up to', 2500],
    ['poor above', 4000],
  ]);
  expect(distributionMarks({ percentiles: null, line: null })).toEqual([]);
  expect(distributionMarks({ percentiles: null, line: { ...line, percentile: null, poor: null } })[0]?.label).toBe(
    'threshold',
  );
});
