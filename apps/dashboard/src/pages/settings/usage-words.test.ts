import { expect, test } from 'vitest';
import { meterOf, resetWords, storedDays } from './usage-words.ts';

test('a meter tells how near the limit is, and nothing where there is none', () => {
  expect(meterOf({ used: 5, limit: null })).toEqual({ percent: null, tone: 'calm' });
  expect(meterOf({ used: 50, limit: 100 })).toEqual({ percent: 50, tone: 'calm' });
  expect(meterOf({ used: 80, limit: 100 }).tone).toBe('near');
  expect(meterOf({ used: 250, limit: 100 })).toEqual({ percent: 100, tone: 'full' });
});

test('the time until a limit begins anew is written in units that fit', () => {
  expect(resetWords(12)).toBe('in 12 s');
  expect(resetWords(61)).toBe('in 2 min');
  expect(resetWords(7_200)).toBe('in 2 h');
  expect(resetWords(12_001)).toBe('in 3 h 21 min');
});

test('days without events are zero between those with some', () => {
  const { times, values } = storedDays([
    { date: '2026-03-03', events: 7 },
    { date: '2026-03-01', events: 5 },
  ]);
  expect(values.slice(-3)).toEqual([5, 0, 7]);
  expect(times.map((time) => new Date(time).toISOString().slice(0, 10)).slice(-3)).toEqual([
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
  ]);
  expect([times.length, values.length, values[0]]).toEqual([14, 14, 0]);
  expect(storedDays([])).toEqual({ times: [], values: [] });
});
