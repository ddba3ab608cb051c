import { expect, test } from 'vitest';
import { readViewSearch, searchOfView, writeViewSearch } from './view-search.ts';

test('a view has the filters and the sorting of an address, not its range nor its dialogs', () => {
  const address = { status: 'stale', q: '10', new: true, range: '7d', from: 'x', to: undefined, sort: { by: 'name' } };
  const saved = writeViewSearch(address);
  expect(readViewSearch(saved)).toEqual({ q: '10', sort: { by: 'name' }, status: 'stale' });
  expect(writeViewSearch({ sort: { by: 'name' }, q: '10', status: 'stale' })).toBe(saved);
});

test('a view of everything is empty', () => {
  expect(writeViewSearch({ range: '7d' })).toBe('');
  expect(readViewSearch('')).toEqual({});
});

test('choosing a view keeps the range and nothing else', () => {
  const now = { range: '30d', status: 'active', tag: 'x' };
  expect(searchOfView(writeViewSearch({ status: 'stale' }), now)).toEqual({ status: 'stale', range: '30d' });
});
