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
  expect(
    complete({ kind: 'timeseries', series: [{ event: 'a' }], interval: 'day', range, compare: 'previous_year' }),
  ).toEqual({
    kind: 'timeseries',
    series: [{ event: 'a', filters: [], aggregation: { kind: 'count' } }],
    interval: 'day',
    range,
    filters: [],
    compare: 'previous_year',
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
  for (const kind of ['lifecycle', 'stickiness'] as const) {
    expect(complete({ kind, event: 'a', range })).toEqual({ kind, event: 'a', interval: 'day', range, filters: [] });
  }
  expect(complete({ kind: 'crash_free', range })).toEqual({
    kind: 'crash_free',
    of: 'sessions',
    interval: 'day',
    range,
  });
  expect(complete({ kind: 'crashes', range })).toEqual({ kind: 'crashes', interval: 'day', range });
  expect(complete({ kind: 'performance', range })).toEqual({ kind: 'performance', of: 'p95', interval: 'day', range });
  expect(complete({ kind: 'experiment' })).toEqual({ kind: 'experiment' });
  expect(complete({ kind: 'distribution', event: 'a', field: 'x', range })).toMatchObject({ buckets: 20, filters: [] });
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
  const options = { mode: 'on_or_after', start: 'first_time', breakdownProperty: 'country' } as const;
  const retention = { kind: 'retention', cohortEvent: 'a', returnEvent: 'b', range, ...options } as const;
  expect(completeInsightQuery(retention)).toMatchObject(options);
  const nodes = { excludeEvents: ['a'], hideSystemEvents: true, nodeProperty: 'country', groups: [] };
  expect(completeInsightQuery({ kind: 'paths', range, ...nodes })).toMatchObject(nodes);
  expect(completeInsightQuery({ kind: 'sql', sql: 'SELECT 1', range } as Wire['InsightQuery'])).toEqual({
    kind: 'sql',
    sql: 'SELECT 1',
  });
});
