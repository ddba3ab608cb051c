import { expect, test } from 'vitest';
import { rangeBounds, rangeWords, shortWords } from './time-range.ts';

const absolute = (fromIso: string, toIso: string) => ({ kind: 'absolute', fromIso, toIso }) as const;

test('a range is reported in words, in the zone of the project', () => {
  expect(rangeWords({ kind: 'relative', last: '7d' }, 'UTC')).toBe('Last 7 days');
  expect(rangeWords(absolute('2026-11-01T23:00:00Z', '2026-11-08T23:00:00Z'), 'Europe/Berlin')).toBe('2 Nov – 8 Nov');
  expect(rangeWords(absolute('2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'), 'UTC')).toBe('1 Nov');
  expect(rangeWords(absolute('2026-11-01T09:00:00Z', '2026-11-01T10:30:00Z'), 'UTC')).toBe('1 Nov, 09:00 – 10:30');
  expect(rangeWords(absolute('2026-11-01T09:00:00Z', '2026-11-03T10:30:00Z'), 'UTC')).toBe(
    '1 Nov, 09:00 – 3 Nov, 10:30',
  );
});

test('a relative range ends now', () => {
  expect(rangeBounds({ kind: 'relative', last: '24h' }, 100_000_000, 'UTC')).toEqual({
    fromMs: 13_600_000,
    toMs: 100_000_000,
  });
});

test('where there is little room, a number and a unit say it', () => {
  expect(['1h', '24h', '90d'].map((last) => shortWords({ kind: 'relative', last }))).toEqual([
    '1\u202fh',
    '24\u202fh',
    '90\u202fd',
  ]);
});
