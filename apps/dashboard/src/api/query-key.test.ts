import { expect, test } from 'vitest';
import { isAboutTheSame, isUnder, queryKey } from './query-key.ts';

const scope = { projectId: 'p', environmentId: 'e' };

test('answers of other environments have other keys', () => {
  expect(queryKey(scope, '/v1/flags', null, null)).not.toEqual(
    queryKey({ ...scope, environmentId: 'f' }, '/v1/flags', null, null),
  );
});

test('another range is the same thing, another flag and another environment are not', () => {
  const key = queryKey(scope, '/v1/flags/:id', { id: 'a' }, { range: '7d' });
  expect(isAboutTheSame(key, queryKey(scope, '/v1/flags/:id', { id: 'a' }, { range: '30d' }))).toBe(true);
  expect(isAboutTheSame(key, queryKey(scope, '/v1/flags/:id', { id: 'b' }, { range: '7d' }))).toBe(false);
  const elsewhere = { ...scope, environmentId: 'f' };
  expect(isAboutTheSame(key, queryKey(elsewhere, '/v1/flags/:id', { id: 'a' }, { range: '7d' }))).toBe(false);
});

test('a path covers what is below it in the same project, and nothing that only begins like it', () => {
  expect(isUnder(queryKey(scope, '/v1/flags/:id/rules', null, null), 'p', '/v1/flags')).toBe(true);
  expect(isUnder(queryKey(scope, '/v1/flags', null, null), 'p', '/v1/flags')).toBe(true);
  expect(isUnder(queryKey(scope, '/v1/flagsets', null, null), 'p', '/v1/flags')).toBe(false);
  expect(isUnder(queryKey(scope, '/v1/flags', null, null), 'q', '/v1/flags')).toBe(false);
  expect(isUnder(['session'], 'p', '/v1/flags')).toBe(false);
});
