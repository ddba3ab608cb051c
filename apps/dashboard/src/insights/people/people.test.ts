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
  expect(describePeople(funnel, { from: 30, to: 90 }, day)).toBe('Converted in 30\u202fs to 1\u202fmin 30\u202fs');
  const stickiness = emptyInsight('stickiness');
  expect(describePeople(stickiness, { periods: 2 }, day)).toBe('Active in exactly 2 days');
  const lifecycle = { ...emptyInsight('lifecycle'), event: 'open' };
  expect(describePeople(lifecycle, { bucketIso: '2026-06-01T00:00:00Z', state: 'dormant' }, day)).toBe(
    'Dormant: open, 2026-06-01',
  );
  const retention = emptyInsight('retention');
  expect(describePeople(retention, { period: '2026-06-01T00:00:00Z', index: 3 }, day)).toBe(
    'Came back in day 3, cohort of 2026-06-01',
  );
});

test('an address says which number, and nothing else gets through', () => {
  const at = { step: 1, outcome: 'dropped', breakdown: ['ios'], state: 'new', from: 1.5, compared: true };
  expect(readAt({ ...at, evil: 1, series: 5 })).toEqual(at);
  expect([undefined, null, 'x', [1]].map(readAt)).toEqual([undefined, undefined, undefined, undefined]);
});
