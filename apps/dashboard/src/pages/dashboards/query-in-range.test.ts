import { expect, test } from 'vitest';
import { queryInRange } from './query-in-range.ts';

const month = { kind: 'relative', last: '30d' } as const;
const timeseries = { kind: 'timeseries', event: 'a', interval: 'day', range: month } as const;
const hour = { kind: 'relative', last: '1h' } as const;
const quarter = { kind: 'relative', last: '90d' } as const;

test('an interval that suits the range is kept', () => {
  expect(queryInRange(timeseries, quarter)).toEqual({ ...timeseries, range: quarter });
});

test('days of one hour become minutes', () => {
  expect(queryInRange(timeseries, hour)).toMatchObject({ interval: 'minute', range: hour });
});

test('minutes of a quarter, which are too many to be answered, become days', () => {
  expect(queryInRange({ ...timeseries, interval: 'minute' }, quarter)).toMatchObject({ interval: 'day' });
});

test('weeks of a week become days', () => {
  expect(queryInRange({ ...timeseries, interval: 'week' }, { kind: 'relative', last: '7d' })).toMatchObject({
    interval: 'day',
  });
});

test('SQL has no range', () => {
  const sql = { kind: 'sql', sql: 'SELECT 1' } as const;
  expect(queryInRange(sql, quarter)).toBe(sql);
});
