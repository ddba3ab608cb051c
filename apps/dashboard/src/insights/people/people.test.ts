import { expect, test } from 'vitest';
import { emptyInsight, emptySeries } from '../insight.ts';
import { describePeople } from './describe-people.ts';
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
