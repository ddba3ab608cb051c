import { expect, test } from 'vitest';
import { formatMetric, mainPercentile, metricTitle, verdict } from './metric-words.ts';

const plain = (text: string | undefined) => text?.replaceAll('\u202f', ' ');
const line = {
  value: 5000,
  poor: null,
  percentile: 'p95',
  good_rate_percent: null,
  rate_percent: null,
  source: 'Android vitals',
} as const;
const judged = { rating: 'good', line, unit: 'ms', rate: null, p75: 1411, p95: 2623, over_line_rate: 0.5 } as const;

test.each([
  [2623.485, 'ms', '2.62 s'],
  [335, 'mb', '335 MB'],
  [2765, 'mb', '2.7 GB'],
  [12621.5, 'count', '12.6 k'],
  [0.1794, 'score', '0.179'],
  [null, 'ms', '–'],
] as const)('%s in %s is %s', (value, unit, text) => {
  expect(plain(formatMetric(value, unit))).toBe(text);
});

test('a value is held against its line at the percentile that the line is for', () => {
  expect(plain(verdict(judged))).toBe(
    'Good: p95 is 2.62 s; good is at most 5 s. 0.5 % of values are above the threshold.',
  );
  const lcp = {
    ...judged,
    line: { ...line, value: 2500, poor: 4000, percentile: 'p75' as const },
    over_line_rate: null,
  };
  expect(plain(verdict(lcp))).toBe('Good: p75 is 1.41 s; good is at most 2.5 s, poor is above 4 s.');
});

test('the number beside a rating is the one that was rated', () => {
  const values = { p75: 1411, p95: 4060 };
  expect(mainPercentile({ ...values, line: { ...line, percentile: 'p75' } })).toEqual({ name: 'p75', value: 1411 });
  expect(mainPercentile({ ...values, line })).toEqual({ name: 'p95', value: 4060 });
  expect(mainPercentile({ ...values, line: null })).toEqual({ name: 'p95', value: 4060 });
});

test('a share is held against shares, and what has no line gets no verdict', () => {
  const frames = {
    ...judged,
    rating: 'needs_work' as const,
    line: { ...line, percentile: null, good_rate_percent: 25, rate_percent: 50 },
    rate: { percent: 30, count: 3, of: 'frames' as const, total: 10, delay_ms: null, delay_ms_per_frame: null },
  };
  expect(plain(verdict(frames))).toBe('Needs improvement: 30 % of frames; good is at most 25 %, poor above 50 %.');
  expect(verdict({ ...judged, line: null, rating: null })).toBeUndefined();
});

test('well-known metrics have their names, others their own', () => {
  expect(metricTitle('cold_start')).toBe('Cold start');
  expect(metricTitle('checkout.place_order')).toBe('checkout.place_order');
});
