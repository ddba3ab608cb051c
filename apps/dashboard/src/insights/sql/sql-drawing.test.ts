import type { Wire } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import { sqlDrawing } from './sql-drawing.ts';
import { formatSqlTime, isDays } from './sql-time.ts';

const result = (columns: readonly [string, string][], rows: unknown[][]): Wire['SqlResult'] => ({
  kind: 'sql',
  columns: columns.map(([name, type]) => ({ name, type })),
  rows,
  truncated: false,
});
const days = ['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'];
const overDays = result(
  [
    ['day', 'timestamp'],
    ['n', 'integer'],
  ],
  [
    [days[0], 1],
    [days[1], 2],
  ],
);
const byCode = result(
  [
    ['status_code', 'integer'],
    ['responses', 'integer'],
    ['note', 'text'],
  ],
  [
    [200, 9, 'fine'],
    [500, 1, null],
  ],
);

test('times in the first column are a line or bars over time', () => {
  for (const display of ['line', 'bar'] as const) {
    expect(sqlDrawing(overDays, display)).toEqual({
      kind: 'time',
      chart: { times: days.map((day) => Date.parse(day)), series: [{ name: 'n', values: [1, 2] }] },
      areDays: true,
    });
  }
});

test('anything else in the first column is a bar for each of its values', () => {
  expect(sqlDrawing(byCode, 'bar')).toEqual({
    kind: 'bars',
    header: ['status_code', 'responses'],
    rows: [
      { name: '200', values: [9] },
      { name: '500', values: [1] },
    ],
  });
});

test('one row is its numbers', () => {
  const one = result(
    [
      ['name', 'text'],
      ['p50', 'number'],
      ['p95', 'number'],
    ],
    [['x', 1.5, null]],
  );
  expect(sqlDrawing(one, 'number')).toEqual({
    kind: 'numbers',
    numbers: [
      { name: 'p50', value: 1.5 },
      { name: 'p95', value: null },
    ],
  });
});

test('no rows are nothing to draw', () => {
  expect(sqlDrawing({ ...overDays, rows: [] }, 'line')).toEqual({ kind: 'empty' });
});

describe('a result that does not fit says what is missing', () => {
  const text = result([['name', 'text']], [['a'], ['a']]);
  const twice = { ...byCode, rows: [...byCode.rows, [200, 3, null]] };
  test.each([
    ['a number of two rows', overDays, 'number', 'A single number needs a single row. The query returned 2 rows.'],
    ['a number of text', { ...text, rows: [['a']] }, 'number', 'needs a numeric column'],
    ['a line without times', byCode, 'line', 'The type of "status_code" is integer.'],
    ['a line of one row', { ...overDays, rows: overDays.rows.slice(0, 1) }, 'line', 'at least two rows'],
    ['two rows for a time', { ...overDays, rows: [...overDays.rows, [days[0], 3]] }, 'bar', 'one row per time'],
    ['bars without numbers', text, 'bar', 'a numeric column after the first'],
    ['two rows for a value', twice, 'bar', 'one row per value of "status_code"'],
  ] as const)('%s', (_, given, display, why) => {
    expect(sqlDrawing(given as Wire['SqlResult'], display)).toMatchObject({ why: expect.stringContaining(why) });
  });
});

test('times are written in the time zone of the project, and days as the days that SQL made', () => {
  expect(isDays(overDays, 0)).toBe(true);
  expect(formatSqlTime(days[0], true, 'America/New_York')).toBe('1 Jun 2026');
  const moment = '2026-06-01T22:05:09.000Z';
  expect(isDays({ ...overDays, rows: [[moment, 1]] }, 0)).toBe(false);
  expect(formatSqlTime(moment, false, 'Europe/Berlin')).toBe('2 Jun 2026, 00:05:09');
  expect(formatSqlTime('soon', false, 'UTC')).toBeUndefined();
});
