import { expect, test } from 'vitest';
import { healthByValue } from './health-by-value.ts';

type Crashes = NonNullable<Parameters<typeof healthByValue>[0]>;
type Metrics = NonNullable<Parameters<typeof healthByValue>[1]>;
const rate = { rate: 99, lower: 97, upper: 99.6 };
const crashes = (rows: object[]) => ({ rows }) as unknown as Crashes;
const metrics = (breakdown: object[] | null) => [{ breakdown }] as unknown as Metrics;

test('sessions and starts of a value stand in one row, the most seen first', () => {
  const rows = [
    { value: 'true', sessions: 10, crash_free_sessions: rate },
    { value: 'false', sessions: 90, crash_free_sessions: null },
    { value: null, sessions: 500, crash_free_sessions: rate },
  ];
  const starts = [
    { value: 'true', count: 4, p95: 1200 },
    { value: '(none)', count: 9, p95: 1 },
    { value: 'blue', count: 1, p95: 7 },
  ];
  expect(healthByValue(crashes(rows), metrics(starts))).toEqual([
    { value: 'false', sessions: 90, crashFree: null, coldStarts: 0, coldStartP95Ms: null },
    { value: 'true', sessions: 10, crashFree: rate, coldStarts: 4, coldStartP95Ms: 1200 },
    { value: 'blue', sessions: 0, crashFree: null, coldStarts: 1, coldStartP95Ms: 7 },
  ]);
});

test('without data there are no rows', () => {
  expect(healthByValue(undefined, undefined)).toEqual([]);
  expect(healthByValue(crashes([]), metrics(null))).toEqual([]);
});
