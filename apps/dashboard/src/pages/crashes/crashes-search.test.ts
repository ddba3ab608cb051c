import { expect, test } from 'vitest';
import { groupsQuery, readCrashesSearch } from './crashes-search.ts';

const range = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' };

test('an address that says nothing shows open groups, the latest first', () => {
  expect(readCrashesSearch({})).toMatchObject({ tab: 'groups', status: 'open', sort: 'last_seen', q: undefined });
});

test('what anybody may have typed into the address never reaches the API as it is', () => {
  const search = readCrashesSearch({ tab: '<script>', status: 'dropped', sort: 7, version: 412, q: 'x'.repeat(900) });
  expect(search).toMatchObject({ tab: 'groups', status: 'open', sort: 'last_seen', version: '412' });
  expect(search.q).toHaveLength(200);
});

test('all statuses is no filter, and an empty search is none', () => {
  const query = groupsQuery(readCrashesSearch({ status: 'all', q: '' }), range);
  expect(query).toMatchObject({ ...range, status: undefined, search: undefined });
  expect(groupsQuery(readCrashesSearch({ status: 'ignored', version: '4.11.0' }), range)).toMatchObject({
    status: 'ignored',
    app_version: '4.11.0',
  });
});
