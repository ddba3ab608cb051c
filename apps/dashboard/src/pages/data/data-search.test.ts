import { expect, test } from 'vitest';
import { readDataSearch } from './data-search.ts';

test('what an address does not say properly is as it is at first', () => {
  expect(readDataSearch({ tab: 'nope', show: 7, kind: {}, of: null, new: 'yes' })).toEqual({
    tab: 'catalog',
    q: undefined,
    show: 'all',
    new: undefined,
    kind: 'all',
    reason: undefined,
    event: undefined,
    open: undefined,
    of: 'events',
  });
});

test('filters of failed events are taken as they were linked to', () => {
  const search = readDataSearch({ tab: 'failed', kind: 'quarantined', reason: 404, event: 'purchase' });
  expect(search).toMatchObject({ tab: 'failed', kind: 'quarantined', reason: '404', event: 'purchase' });
});
