import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketLabel, referenceBuckets } from './time-buckets.reference.ts';
import { type Interval, timeBuckets } from './time-buckets.ts';

const at = (iso: string): number => Date.parse(iso);
const starts = (from: string, to: string, interval: Interval, timezone: string): string[] =>
  (timeBuckets(at(from), at(to), interval, timezone, 5_000)?.starts ?? []).map((ms) => new Date(ms).toISOString());

describe('buckets of time', () => {
  test('a day of spring has 23 hours and one of autumn 25', () => {
    expect(starts('2026-03-28T12:00:00Z', '2026-03-31T00:00:00Z', 'day', 'Europe/Berlin')).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
      '2026-03-30T22:00:00.000Z',
    ]);
    expect(starts('2026-10-25T00:00:00Z', '2026-10-26T00:00:00Z', 'day', 'Europe/Berlin')).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
  });

  test('the hour that autumn repeats is two buckets', () => {
    expect(starts('2026-11-01T04:30:00Z', '2026-11-01T08:00:00Z', 'hour', 'America/New_York')).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-01T05:00:00.000Z',
      '2026-11-01T06:00:00.000Z',
      '2026-11-01T07:00:00.000Z',
    ]);
  });

  test('hours of a zone that is off by half an hour start at its own full hours', () => {
    expect(starts('2026-06-01T00:00:00Z', '2026-06-01T01:00:00Z', 'hour', 'Asia/Kolkata')).toEqual([
      '2026-05-31T23:30:00.000Z',
      '2026-06-01T00:30:00.000Z',
    ]);
  });

  test('a change of half an hour begins a bucket of its own', () => {
    // Lord Howe: at 15:00 UTC clocks go from 02:00 back to 01:30.
    expect(starts('2026-04-04T14:10:00Z', '2026-04-04T16:00:00Z', 'hour', 'Australia/Lord_Howe')).toEqual([
      '2026-04-04T14:00:00.000Z',
      '2026-04-04T15:00:00.000Z',
      '2026-04-04T15:30:00.000Z',
    ]);
  });

  test('weeks start on Monday and months on the first', () => {
    expect(starts('2026-11-15T12:00:00Z', '2026-11-17T00:00:00Z', 'week', 'UTC')).toEqual([
      '2026-11-09T00:00:00.000Z',
      '2026-11-16T00:00:00.000Z',
    ]);
    expect(starts('2026-11-15T12:00:00Z', '2027-01-01T00:00:00Z', 'month', 'Europe/Berlin')).toEqual([
      '2026-10-31T23:00:00.000Z',
      '2026-11-30T23:00:00.000Z',
      '2026-12-31T23:00:00.000Z',
    ]);
  });

  test('a date that a zone has skipped is no bucket, and midnights that do not exist start later', () => {
    expect(starts('2011-12-29T12:00:00Z', '2011-12-31T12:00:00Z', 'day', 'Pacific/Apia')).toEqual([
      '2011-12-29T10:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-31T10:00:00.000Z',
    ]);
    expect(starts('2018-11-04T12:00:00Z', '2018-11-04T13:00:00Z', 'day', 'America/Sao_Paulo')).toEqual([
      '2018-11-04T03:00:00.000Z',
    ]);
  });

  test('too many are none', () => {
    expect(timeBuckets(0, 60_000 * 5_000, 'minute', 'UTC', 5_000)?.starts).toHaveLength(5_000);
    expect(timeBuckets(0, 60_000 * 5_001, 'minute', 'UTC', 5_000)).toBeUndefined();
    expect(
      timeBuckets(at('0001-01-01T00:00:00Z'), at('2026-01-01T00:00:00Z'), 'day', 'Europe/Berlin', 5_000),
    ).toBeUndefined();
  });

  test('the first years can be cut too', () => {
    expect(starts('0001-01-01T12:00:00Z', '0001-01-03T00:00:00Z', 'day', 'Europe/Berlin')).toEqual([
      '0000-12-31T23:06:32.000Z',
      '0001-01-01T23:06:32.000Z',
      '0001-01-02T23:06:32.000Z',
    ]);
  });

  test('they are what a clock on the wall shows, whatever the zone', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const widths = {
      minute: 3 * 3_600_000,
      hour: 4 * 86_400_000,
      day: 20 * 86_400_000,
      week: 60 * 86_400_000,
      month: 100 * 86_400_000,
      quarter: 200 * 86_400_000,
      year: 400 * 86_400_000,
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom<Interval>('minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'),
        // Around the changes of 2026, and anywhere in it.
        fc.oneof(fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2026-12-31T00:00:00Z') }), aroundChange),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (zone, interval, fromMs, share) => {
          const toMs = fromMs + Math.ceil(widths[interval] * share);
          const found = timeBuckets(fromMs, toMs, interval, zone, 5_000);
          expect(found?.starts).toEqual(referenceBuckets(fromMs, toMs, interval, zone));
          const last = found?.starts.at(-1) ?? 0;
          expect(bucketLabel(found?.endMs ?? 0, interval, zone)).not.toBe(bucketLabel(last, interval, zone));
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 60) },
    );
  });
});

const aroundChange = fc
  .tuple(
    fc.constantFrom(
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-03-08T07:00:00Z',
      '2026-11-01T06:00:00Z',
      '2026-04-04T15:00:00Z',
      '2026-10-03T15:30:00Z',
    ),
    fc.integer({ min: -7_200_000, max: 7_200_000 }),
  )
  .map(([iso, off]) => at(iso) + off);
