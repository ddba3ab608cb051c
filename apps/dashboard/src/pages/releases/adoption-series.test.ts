import { expect, test } from 'vitest';
import { type Adoption, adoptionInterval, adoptionLines } from './adoption-series.ts';

const day = (n: number) => `2026-11-0${n}T00:00:00.000Z`;
const point = (n: number, sessions: number) => ({
  at: day(n),
  sessions,
  users: 0,
  sessions_pct: null,
  users_pct: null,
});

test('shares of all sessions add up to all of them, with the rest as one', () => {
  const adoption: Adoption = {
    interval: 'day',
    from: day(1),
    to: day(3),
    totals: [
      { at: day(1), sessions: 200, users: 0 },
      { at: day(2), sessions: 0, users: 0 },
    ],
    series: [
      { platform: 'ios', version: '2.0', points: [point(1, 100), point(2, 0)] },
      { platform: 'ios', version: '1.0', points: [point(1, 60), point(2, 0)] },
    ],
  };
  expect(adoptionLines(adoption, true).series).toEqual([
    { name: '2.0', values: [50, null] },
    { name: '1.0', values: [30, null] },
    { name: '(other)', values: [20, null] },
  ]);
  expect(adoptionLines(adoption, false).series[0]?.name).toBe('2.0 iOS');
});

test('many versions leave a rest', () => {
  const series = Array.from({ length: 12 }, (_, at) => ({
    platform: 'web' as const,
    version: `1.${at}`,
    points: [point(1, 10)],
  }));
  const adoption = {
    interval: 'day' as const,
    from: day(1),
    to: day(2),
    totals: [{ at: day(1), sessions: 120, users: 0 }],
    series,
  };
  const lines = adoptionLines(adoption, true).series;
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)?.values[0]).toBeCloseTo(41.67, 1);
});

test('minutes and months are asked for as hours and weeks', () => {
  expect([adoptionInterval('minute'), adoptionInterval('day'), adoptionInterval('month')]).toEqual([
    'hour',
    'day',
    'week',
  ]);
});
