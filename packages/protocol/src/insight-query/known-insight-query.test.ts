import { expect, test } from 'vitest';
import type { Wire } from '../schemas/index.ts';
import { knownInsightQuery } from './known-insight-query.ts';

const range = { kind: 'relative', last: '7d' } as const;
const known = (query: object) => knownInsightQuery(query as Wire['InsightQuery']);

test('what is not known is left out and named, wherever it stands', () => {
  const filter = { field: 'platform', op: 'eq', value: 'ios' };
  expect(
    known({
      kind: 'funnel',
      steps: ['a', { event: 'b', optional: true }, { event: 'c', filters: [{ ...filter, or: [filter] }] }],
      range: { ...range, timezone: 'UTC' },
      exclusions: ['d'],
    }),
  ).toEqual({
    query: {
      kind: 'funnel',
      steps: ['a', { event: 'b' }, { event: 'c', filters: [filter] }],
      range,
      filters: [],
      conversionWindow: '7d',
    },
    unknown: ['exclusions', 'range.timezone', 'steps.1.optional', 'steps.2.filters.0.or'],
  });
});

test('a query of known members is as it was, with its defaults', () => {
  const query = { kind: 'sql', sql: 'SELECT 1' } as const;
  expect(known(query)).toEqual({ query, unknown: [] });
  expect(known({ kind: 'paths', range })).toEqual({
    query: { kind: 'paths', range, filters: [], depth: 5 },
    unknown: [],
  });
});
