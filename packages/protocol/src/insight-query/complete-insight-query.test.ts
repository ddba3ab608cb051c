import { expect, test } from 'vitest';
import type { Wire } from '../schemas/index.ts';
import { completeInsightQuery } from './complete-insight-query.ts';

const range = { kind: 'relative', last: '7d' } as const;

test('what may be left out is said', () => {
  const complete = (query: Wire['InsightQuery']) => completeInsightQuery(query);
  expect(complete({ kind: 'timeseries', event: 'a', interval: 'day', range })).toEqual({
    kind: 'timeseries',
    event: 'a',
    interval: 'day',
    range,
    filters: [],
    aggregation: { kind: 'count' },
  });
  expect(complete({ kind: 'funnel', steps: ['a', { event: 'b' }], range })).toEqual({
    kind: 'funnel',
    steps: [
      { event: 'a', filters: [] },
      { event: 'b', filters: [] },
    ],
    conversionWindow: '7d',
    range,
    filters: [],
  });
  const asked = {
    kind: 'funnel',
    steps: ['a', 'b', 'c'],
    range,
    view: 'correlation',
    exclusions: [{ event: 'x' }, { event: ['y'], filters: [], fromStep: 1, toStep: 2 }],
  } as const;
  expect(complete(asked as unknown as Wire['FunnelQuery'])).toMatchObject({
    correlate: { events: true, fields: ['platform', 'country', 'app_version'] },
    exclusions: [
      { event: 'x', filters: [], fromStep: 0, toStep: 2 },
      { event: ['y'], filters: [], fromStep: 1, toStep: 2 },
    ],
  });
  expect(complete({ kind: 'retention', cohortEvent: 'a', returnEvent: 'b', range })).toMatchObject({
    interval: 'week',
    filters: [],
  });
  expect(complete({ kind: 'paths', range })).toEqual({ kind: 'paths', depth: 5, range, filters: [] });
});

test('what was said is kept, and what its kind cannot say is left out', () => {
  const filter = { field: 'platform', op: 'in', value: ['ios', 1] } as const;
  const sent = {
    kind: 'timeseries',
    event: 'a',
    interval: 'hour',
    range: { kind: 'absolute', fromIso: '2026-01-01', toIso: '2026-01-02', last: '7d' },
    filters: [filter, { field: 'user_id', op: 'is_null', value: 3 }],
    breakdownProperty: 'country',
    aggregation: { kind: 'sum', field: 'event_properties.price', unit: 'EUR' },
    steps: ['x', 'y'],
  };
  const query = completeInsightQuery(sent as unknown as Wire['InsightQuery']);
  expect(query).toEqual({
    kind: 'timeseries',
    event: 'a',
    interval: 'hour',
    range: { kind: 'absolute', fromIso: '2026-01-01', toIso: '2026-01-02' },
    filters: [filter, { field: 'user_id', op: 'is_null' }],
    breakdownProperty: 'country',
    aggregation: { kind: 'sum', field: 'event_properties.price' },
  });
  expect(completeInsightQuery(query)).toEqual(query);
  expect(completeInsightQuery({ kind: 'sql', sql: 'SELECT 1', range } as Wire['InsightQuery'])).toEqual({
    kind: 'sql',
    sql: 'SELECT 1',
  });
});
