import { expect, test } from 'vitest';
import { peopleOrder, readPeopleSearch } from './people-search.ts';

test('filters and order are read from the address, and what is none of them is left out', () => {
  const filter = { field: 'country', op: 'in', value: ['DE'] };
  const wrong = [null, 'x', { field: 1, op: 'eq' }, { field: 'a', op: 'like', value: 1 }, { ...filter, value: [{}] }];
  expect(readPeopleSearch({ q: 7, filters: [filter, ...wrong], sort: { id: 'first', isDescending: true } })).toEqual({
    q: '7',
    filters: [filter],
    sort: { id: 'first', isDescending: true },
  });
  expect(readPeopleSearch({ filters: 'x', sort: { id: 'kind' } })).toEqual({
    q: undefined,
    filters: [],
    sort: undefined,
  });
});

test('the server is asked for the order of a column', () => {
  expect(peopleOrder({ id: 'events', isDescending: true })).toEqual({ sort: 'event_count', order: 'desc' });
  expect(peopleOrder(undefined)).toEqual({});
});
