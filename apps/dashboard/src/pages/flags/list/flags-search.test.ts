import { expect, test } from 'vitest';
import { flagsQuery, hasFilters, readFlagsSearch } from './flags-search.ts';

test('an address without filters shows active flags', () => {
  const search = readFlagsSearch({});
  expect(search).toMatchObject({ status: 'active', q: undefined });
  expect(hasFilters(search)).toBe(false);
  expect(flagsQuery(search)).toMatchObject({ status: 'active', search: undefined, limit: 100 });
});

test('what anybody may have typed into the address is read, or left out', () => {
  expect(readFlagsSearch({ q: 42, status: 'gone', kind: 'x', platform: 'toaster', tag: { a: 1 }, new: 'yes' })).toEqual(
    {
      q: '42',
      status: 'active',
      kind: undefined,
      platform: undefined,
      tag: undefined,
      owner: undefined,
      sort: undefined,
      new: undefined,
    },
  );
});

test('all of them are asked for without a status', () => {
  const search = readFlagsSearch({ status: 'all', kind: 'release', platform: 'ios', tag: 'a', owner: 'me' });
  expect(flagsQuery(search)).toEqual({
    search: undefined,
    status: undefined,
    kind: 'release',
    platform: 'ios',
    tag: 'a',
    owner: 'me',
    limit: 100,
  });
  expect(hasFilters(search)).toBe(true);
});
