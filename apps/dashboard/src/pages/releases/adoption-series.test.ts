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

test('a version is one line on all platforms, and shares add up to all sessions', () => {
  const adoption: Adoption = {
    interval: 'day',
    from: day(1),
    to: day(3),
    totals: [
      { at: day(1), sessions: 200, users: 0 },
      { at: day(2), sessions: 0, users: 0 },
    ],
    series: [
      { platform: 'ios', version: '4.10.0', points: [point(1, 60), point(2, 0)] },
      { platform: 'web', version: '4.10.0', points: [point(1, 40), point(2, 0)] },
      { platform: 'ios', version: '4.9.0', points: [point(1, 60), point(2, 0)] },
    ],
  };
  const { times, series } = adoptionLines(adoption);
  expect(times).toHaveLength(2);
  expect(series).toEqual([
    { name: '4.9.0', values: [30, null] },
    { name: '4.10.0', values: [50, null] },
    { name: '(other)', values: [20, null] },
  ]);
});

test('a version that was large once is reported before one that was always small', () => {
  const series = Array.from({ length: 12 }, (_, at) => ({
    platform: 'web' as const,
    version: `1.${at}`,
    points: [point(1, at), point(2, 0)],
  }));
  const totals = [
    { at: day(1), sessions: 100, users: 0 },
    { at: day(2), sessions: 100, users: 0 },
  ];
  const lines = adoptionLines({ interval: 'day', from: day(1), to: day(3), totals, series }).series;
  expect(lines.map(({ name }) => name)).toEqual(['1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '1.11', '(other)']);
  expect(lines.at(-1)?.values).toEqual([44, 100]);
});

test('minutes and months are asked for as hours and weeks', () => {
  expect([adoptionInterval('minute'), adoptionInterval('day'), adoptionInterval('month')]).toEqual([
    'hour',
    'day',
    'week',
  ]);
});
