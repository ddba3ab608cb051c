import { expect, test } from 'vitest';
import { alertChartData } from './alert-chart-data.ts';
import { definitionOf, draftOf, newDraft } from './alert-draft.ts';
import { type AlertRow, conditionWords } from './alert-words.ts';
import { queryOfMeasure } from './measure.ts';

const query = { kind: 'crashes', range: { kind: 'relative', last: '7d' } } as const;
const alert = {
  name: 'Crashes',
  query,
  interval: 'hour',
  step: null,
  condition: { kind: 'change', direction: 'down', by: 40, unit: 'absolute' },
  for_intervals: 2,
  recovery: { margin_percent: 10, intervals: 3 },
  remind: 'daily',
  webhook_ids: ['w'],
} as unknown as AlertRow;

test('what is edited is what was saved', () => {
  expect(definitionOf(draftOf(alert))).toEqual({
    query,
    interval: 'hour',
    condition: alert.condition,
    for_intervals: 2,
    recovery: { margin_percent: 10, intervals: 3 },
  });
});

test('a new alert on a query needs no number; an empty one is not ready', () => {
  expect(definitionOf(newDraft(query))?.condition).toEqual({
    kind: 'unusual',
    direction: 'either',
    sensitivity: 'medium',
  });
  expect(definitionOf(newDraft(undefined))).toBeUndefined();
  expect(definitionOf({ ...newDraft(query), kind: 'threshold', value: '' })).toBeUndefined();
  expect(queryOfMeasure({ kind: 'count', event: '', metric: '' })).toBeUndefined();
  expect(queryOfMeasure({ kind: 'p95', event: '', metric: 'cold_start' })).toMatchObject({ of: 'p95' });
});

test.each([
  [{ kind: 'threshold', op: 'below', value: 99.5 }, 'percent', 'Below 99.5 % in an hour'],
  [{ kind: 'change', direction: 'either', by: 30, unit: 'percent' }, 'count', '30 % up or down from the hour before'],
  [
    { kind: 'unusual', direction: 'down', sensitivity: 'high' },
    'count',
    'Unusually low for the hour, high sensitivity',
  ],
] as const)('a condition in words: %o', (condition, unit, words) => {
  expect(conditionWords({ condition, interval: 'hour', unit })).toBe(words);
});

test('values while it fires are drawn once more, with marks at both ends', () => {
  const hour = (at: number) => new Date(Date.UTC(2026, 0, 1, at)).toISOString();
  const points = [1, 9, 9, 2].map((value, at) => ({
    from: hour(at),
    to: hour(at + 1),
    value,
    low: null,
    high: 5,
    breached: value > 5,
  }));
  const condition = { kind: 'threshold', op: 'above', value: 5 } as const;
  const data = alertChartData('Crashes', points, [{ from: hour(1), to: hour(3) }], condition, Date.parse(hour(3)));
  expect(data.series.map(({ values }) => values)).toEqual([
    [1, 9, 9, 2],
    [null, 9, 9, null],
  ]);
  expect(data.markers.map(({ title }) => title)).toEqual(['Fired', 'Resolved']);
  expect(data.isLastIncomplete).toBe(true);
});
