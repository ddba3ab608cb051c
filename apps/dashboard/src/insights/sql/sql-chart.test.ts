import type { Wire } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import { sqlChart } from './sql-chart.ts';

const result = (columns: readonly [string, string][], rows: unknown[][]): Wire['SqlResult'] => ({
  kind: 'sql',
  columns: columns.map(([name, type]) => ({ name, type })),
  rows,
  truncated: false,
});
const days = ['2026-06-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z'];

describe('a result can be drawn', () => {
  test('with a line for each column of numbers', () => {
    const chart = sqlChart(
      result(
        [
          ['day', 'timestamp'],
          ['n', 'integer'],
          ['price', 'number'],
        ],
        [
          [days[1], 2, null],
          [days[0], 1, 0.5],
        ],
      ),
    );
    expect(chart).toEqual({
      times: days.map((day) => Date.parse(day)),
      series: [
        { name: 'n', values: [1, 2] },
        { name: 'price', values: [0.5, null] },
      ],
    });
  });

  test('with a line for each value of a text, and gaps where it has none', () => {
    const chart = sqlChart(
      result(
        [
          ['day', 'date'],
          ['plan', 'text'],
          ['n', 'integer'],
        ],
        [
          ['2026-06-01', 'pro', 1],
          ['2026-06-02', 'pro', 2],
          ['2026-06-02', null, 5],
          ['2026-06-02', '(none)', 7],
        ],
      ),
    );
    expect(chart?.series).toEqual([
      { name: 'pro', values: [1, 2] },
      { name: '(none)', values: [null, 5] },
      { name: '"(none)"', values: [null, 7] },
    ]);
  });
});

describe('a result cannot be drawn', () => {
  const bad: Readonly<Record<string, Wire['SqlResult']>> = {
    'without a time': result(
      [
        ['plan', 'text'],
        ['n', 'integer'],
      ],
      [
        ['pro', 1],
        ['free', 2],
      ],
    ),
    'without a number': result([['day', 'timestamp']], [[days[0]], [days[1]]]),
    'with two rows for one time': result(
      [
        ['day', 'timestamp'],
        ['n', 'integer'],
      ],
      [
        [days[0], 1],
        [days[0], 2],
      ],
    ),
    'with a single row': result(
      [
        ['day', 'timestamp'],
        ['n', 'integer'],
      ],
      [[days[0], 1]],
    ),
  };
  test.each(Object.entries(bad))('%s', (_, given) => expect(sqlChart(given)).toBeUndefined());
});
