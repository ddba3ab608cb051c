import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timeBuckets } from '../../../analytics/time-buckets.ts';
import { type InsightRange, momentOf } from '../queries/insight-params.ts';
import { comparedPeriod, distinctBuckets } from './compared-period.ts';

const timezone = 'Europe/Berlin';
const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number | undefined): string => new Date(ms ?? Number.NaN).toISOString();

function periodOf(
  range: InsightRange,
  interval: 'hour' | 'day' | 'week' | 'month',
  compare = 'previous_period' as const,
) {
  const moment = momentOf({ range, timezone }, at('2026-03-31T10:00:00Z'));
  const buckets = timeBuckets(moment.fromMs, moment.toMs, interval, timezone, 5000);
  if (buckets === undefined) throw new Error('too many');
  return { moment, buckets, period: comparedPeriod(compare, range, moment, buckets, timezone) };
}

test('a week is compared with the seven days before, at the same hours of the day', () => {
  const { period, buckets } = periodOf({ kind: 'last', ms: 7 * 86_400_000 }, 'day');
  // The clock was changed on 29 March.
  expect([iso(period.fromMs), iso(period.toMs)]).toEqual(['2026-03-17T10:00:00.000Z', '2026-03-24T11:00:00.000Z']);
  expect(period.starts).toHaveLength(buckets.starts.length);
  expect([iso(period.starts[0]), iso(period.starts.at(-1))]).toEqual([
    '2026-03-16T23:00:00.000Z',
    '2026-03-23T23:00:00.000Z',
  ]);
});

test('this month is compared with the last one; days that it does not have are without any time', () => {
  const { period } = periodOf({ kind: 'current', unit: 'month' }, 'day');
  expect([iso(period.fromMs), iso(period.toMs)]).toEqual(['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z']);
  expect(period.starts).toHaveLength(31);
  const { buckets, places } = distinctBuckets(period);
  expect([buckets.starts.length, places.slice(-3)]).toEqual([29, [26, 27, 30]]);
});

test('whole months are compared with as many months', () => {
  const range = { kind: 'between', fromMs: at('2025-12-31T23:00:00Z'), toMs: at('2026-03-31T22:00:00Z') } as const;
  const { period } = periodOf(range, 'month');
  expect(period.starts.map(iso)).toEqual([
    '2025-09-30T22:00:00.000Z',
    '2025-10-31T23:00:00.000Z',
    '2025-11-30T23:00:00.000Z',
  ]);
  expect(iso(period.toMs)).toBe('2025-12-31T23:00:00.000Z');
});

test('a range is compared with as much time before it, in as many stretches, of which none goes back', () => {
  const ranges = fc.record({
    fromMs: fc.integer({ min: at('2025-01-02T00:00:00Z'), max: at('2026-12-31T00:00:00Z') }),
    lengthMs: fc.integer({ min: 1, max: 60 * 86_400_000 }),
    interval: fc.constantFrom('hour' as const, 'day' as const, 'week' as const, 'month' as const),
    compare: fc.constantFrom('previous_period' as const, 'previous_year' as const),
  });
  fc.assert(
    fc.property(ranges, ({ fromMs, lengthMs, interval, compare }) => {
      const range = { kind: 'between', fromMs, toMs: fromMs + lengthMs } as const;
      const { period, buckets } = periodOf(range, interval, compare as 'previous_period');
      expect(period.starts).toHaveLength(buckets.starts.length);
      expect(period.starts).toEqual([...period.starts].sort((a, b) => a - b));
      expect(period.starts[0]).toBeLessThanOrEqual(period.fromMs);
      expect(period.fromMs).toBeLessThanOrEqual(period.toMs);
      expect(new Set(distinctBuckets(period).buckets.starts).size).toBe(distinctBuckets(period).places.length);
      // Where the clock is changed, they may be an hour apart or have one in common.
      if (compare === 'previous_period') expect([-3_600_000, 0, 3_600_000]).toContain(fromMs - period.toMs);
    }),
    { numRuns: 60 },
  );
});
