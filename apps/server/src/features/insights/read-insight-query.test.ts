import { ApiError, type Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { readInsightQuery, readKeptQuery } from './read-insight-query.ts';

const range = { kind: 'relative', last: '7d' } as const;
const timeseries = { kind: 'timeseries', event: 'a', interval: 'day', range } as const;
const funnel = { kind: 'funnel', steps: ['a', 'b'], range } as const;
const twenty = Array.from({ length: 20 }, () => ({ field: 'platform', op: 'is_null' }));
const absolute = (fromIso: string, toIso: string) => ({ kind: 'absolute', fromIso, toIso });

function placesOf(query: unknown): string[] {
  try {
    readInsightQuery(query as Wire['InsightQuery']);
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return Object.keys(error.details?.fieldErrors ?? {});
  }
}

const cases: readonly { name: string; query: object; places: string[] }[] = [
  { name: 'fields that there are', query: { ...timeseries, breakdownProperty: 'event_properties.a.b' }, places: [] },
  {
    name: 'unknown fields, wherever they stand',
    query: {
      ...timeseries,
      filters: [
        { field: 'platform', op: 'is_null' },
        { field: 'colour', op: 'eq', value: 1 },
      ],
      breakdownProperty: 'event_properties',
      aggregation: { kind: 'sum', field: 'price' },
    },
    places: ['query.filters.1.field', 'query.aggregation.field', 'query.breakdownProperty'],
  },
  {
    name: 'an unknown field of a step',
    query: { ...funnel, steps: ['a', { event: 'b', filters: [{ field: 'x', op: 'is_null' }] }] },
    places: ['query.steps.1.filters.0.field'],
  },
  { name: 'a range in order', query: { ...funnel, range: absolute('2026-01-01', '2026-01-02') }, places: [] },
  {
    name: 'a range in reverse',
    query: { ...funnel, range: absolute('2026-01-02T00:00:00+02:00', '2026-01-01T22:00:00Z') },
    places: ['query.range.toIso'],
  },
  {
    name: 'a beginning that is no time',
    query: { ...funnel, range: absolute('soon', 'x') },
    places: ['query.range.fromIso'],
  },
  {
    name: 'an end that is no time',
    query: { ...funnel, range: absolute('2026-01-01', 'x') },
    places: ['query.range.toIso'],
  },
  { name: 'the longest window', query: { ...funnel, conversionWindow: '365d' }, places: [] },
  { name: 'the shortest window', query: { ...funnel, conversionWindow: '1m' }, places: [] },
  {
    name: 'a window that is longer',
    query: { ...funnel, conversionWindow: '8761h' },
    places: ['query.conversionWindow'],
  },
  { name: 'a window of no time', query: { ...funnel, conversionWindow: '0m' }, places: [] },
  {
    name: 'an unknown field in a group of a group',
    query: {
      ...timeseries,
      filters: [{ op: 'any', filters: [{ op: 'all', filters: [{ field: 'colour', op: 'is_null' }] }] }],
    },
    places: ['query.filters.0.filters.0.filters.0.field'],
  },
  {
    name: 'more conditions than a query may have, in groups',
    query: { ...timeseries, filters: Array.from({ length: 6 }, () => ({ op: 'any', filters: twenty })) },
    places: ['query.filters'],
  },
  {
    name: 'expressions that no linear engine takes',
    query: {
      ...timeseries,
      filters: [String.raw`(a)\1`, '(?=a)', '(', '[a-z]+'].map((value) => ({
        field: 'platform',
        op: 'matches',
        value,
      })),
    },
    places: ['query.filters.0.value', 'query.filters.1.value', 'query.filters.2.value'],
  },
  {
    name: 'a group that is asked for more than membership',
    query: { ...timeseries, filters: [{ field: 'group', op: 'contains', value: 'a' }] },
    places: ['query.filters.0.op'],
  },
  { name: 'twenty years', query: { ...funnel, range: { kind: 'relative', last: '20y' } }, places: [] },
  {
    name: 'more than twenty years',
    query: { ...funnel, range: { kind: 'relative', last: '7306d' } },
    places: ['query.range.last'],
  },
  { name: 'a statement, which the store judges', query: { kind: 'sql', sql: 'nonsense' }, places: [] },
];
for (const { name, query, places } of cases) {
  test(`${name}: ${places.length === 0 ? 'taken' : 'refused by name'}`, () => expect(placesOf(query)).toEqual(places));
}

test('places are named from where the query stands', () => {
  const query = { ...timeseries, breakdownProperty: 'x' };
  expect(() => readKeptQuery(query, 'widgets.3.query')).toThrow(/^widgets\.3\.query\.breakdownProperty: must be /);
});

test('what is read is complete', () => {
  expect(readInsightQuery(timeseries)).toMatchObject({ filters: [], aggregation: { kind: 'count' } });
  expect(readInsightQuery({ ...funnel, steps: ['a', 'b'] })).toMatchObject({
    steps: [{ event: 'a', filters: [] }, { event: 'b' }],
  });
});

test('what is kept has its defaults, and steps as they were sent', () => {
  const steps = ['a', { event: 'b' }, { event: 'c', filters: [] }];
  const kept = readKeptQuery({ ...funnel, steps });
  expect(kept).toEqual({ ...funnel, steps, filters: [], conversionWindow: '7d' });
  expect(readKeptQuery(kept)).toEqual(kept);
});
