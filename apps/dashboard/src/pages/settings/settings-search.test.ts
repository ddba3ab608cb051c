import { expect, test } from 'vitest';
import { readChangesSearch, readSettingsSearch } from './settings-search.ts';

test('an address without a tab, or with one that is none, shows the project', () => {
  expect(readSettingsSearch({}).tab).toBe('project');
  expect(readSettingsSearch({ tab: 'nonsense' }).tab).toBe('project');
  expect(readSettingsSearch({ tab: 'keys', new: true, revoked: 'yes' })).toEqual({
    tab: 'keys',
    new: true,
    revoked: undefined,
  });
});

test('filters of the change log are texts, numbers included, and an empty one is none', () => {
  expect(readChangesSearch({ q: 42, kind: '', person: ['x'], entity: 'abc' })).toEqual({
    kind: undefined,
    q: '42',
    person: undefined,
    entity: 'abc',
  });
  expect(readChangesSearch({ q: 'x'.repeat(10_000) }).q).toHaveLength(200);
});
