import { expect, test } from 'vitest';
import { alignSeries, compareWith } from './align-series.ts';

const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;

test('series over different times share one list, and what is missing is a gap', () => {
  const aligned = alignSeries([
    {
      name: 'a',
      points: [
        { bucketIso: at(2), value: 5 },
        { bucketIso: at(1), value: 0 },
      ],
    },
    { name: 'b', points: [{ bucketIso: at(3), value: 7 }] },
  ]);
  expect(aligned.times).toEqual([1, 2, 3].map((day) => Date.parse(at(day))));
  expect(aligned.series.map((one) => one.values)).toEqual([
    [0, 5, null],
    [null, null, 7],
  ]);
});

test('no series are no times', () => {
  expect(alignSeries([])).toEqual({ times: [], series: [] });
});

test('the period before lies over this one, in the same colour', () => {
  const now = { times: [10, 20, 30], series: [{ name: 'users', values: [1, 2, 3] }] };
  const before = { times: [1, 2], series: [{ name: 'users', values: [7, 8] }] };
  expect(compareWith(now, before).series[1]).toEqual({
    name: 'users (before)',
    values: [7, 8, null],
    isCompare: true,
    colourName: 'users',
  });
});
