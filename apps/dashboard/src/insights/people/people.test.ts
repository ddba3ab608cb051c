import type { Wire } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { emptyInsight, emptySeries } from '../insight.ts';
import { describePeople } from './describe-people.ts';
import { peopleQuery } from './people-query.ts';
import { readAt } from './read-at.ts';

const day = (iso: string): string => iso.slice(0, 10);

test('who is behind a number is said in a phrase', () => {
  const trends = { ...emptyInsight('timeseries'), series: [{ ...emptySeries, event: 'buy' }] };
  expect(describePeople(trends, { bucketIso: '2026-06-01T00:00:00Z', breakdown: ['ios'] }, day)).toBe(
    'Number of buy, ios, 2026-06-01',
  );
  const funnel = {
    ...emptyInsight('funnel'),
    steps: [
      { event: 'view', filters: [] },
      { event: ['buy', 'book'], filters: [] },
    ],
  };
  expect(describePeople(funnel, { step: 1, outcome: 'dropped' }, day)).toBe('Dropped off before step 2, buy, book');
  expect(describePeople(funnel, { step: 0 }, day)).toBe('Reached step 1, view');
  const retention = emptyInsight('retention');
  expect(describePeople(retention, { period: '2026-06-01T00:00:00Z', index: 3 }, day)).toBe(
    'Came back in day 3, cohort of 2026-06-01',
  );
});

test('an address says which number, and nothing else gets through', () => {
  const at = { step: 1, outcome: 'dropped', breakdown: ['ios'] };
  expect(readAt({ ...at, evil: 1, series: 5 })).toEqual(at);
  expect([undefined, null, 'x', [1]].map(readAt)).toEqual([undefined, undefined, undefined, undefined]);
});

test('of several series the one that is meant is asked about, as if it stood alone', () => {
  const range = { kind: 'relative', last: '7d' } as const;
  const isPro = { field: 'event_properties.plan', op: 'eq', value: 'pro' } as const;
  const isDe = { field: 'country', op: 'eq', value: 'DE' } as const;
  const shared = { kind: 'timeseries', interval: 'day', range } as const;
  const series = [{ event: 'view' }, { event: 'buy', filters: [isPro], aggregation: { kind: 'persons' as const } }];
  const asked = { ...shared, series, filters: [isDe], formulas: [{ expression: 'A / B' }], compare: 'previous_year' };
  expect(peopleQuery(asked as Wire['TimeseriesQuery'], { series: 'B', breakdown: ['ios'] })).toEqual({
    query: { ...shared, event: 'buy', aggregation: { kind: 'persons' }, filters: [isPro, isDe] },
    at: { breakdown: ['ios'] },
  });
  const paths = { kind: 'paths', range } as const;
  expect(peopleQuery(paths, { node: '1:a' })).toEqual({ query: paths, at: { node: '1:a' } });
});
