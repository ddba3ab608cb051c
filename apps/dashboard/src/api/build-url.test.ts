import { expect, test } from 'vitest';
import { buildUrl } from './build-url.ts';

test('parameters are filled in and escaped', () => {
  expect(buildUrl('/v1/flags/:id/rules', { id: 'a/b c' })).toBe('/v1/flags/a%2Fb%20c/rules');
});

test('members of the query that are undefined or null are left out', () => {
  expect(buildUrl('/v1/events', {}, { limit: 5, cursor: undefined, environment_id: null, event: 'a&b' })).toBe(
    '/v1/events?limit=5&event=a%26b',
  );
});

test('a parameter that is missing or empty is an error, not another address', () => {
  expect(() => buildUrl('/v1/flags/:id', {})).toThrow('needs the parameter id');
  expect(() => buildUrl('/v1/flags/:id', { id: '' })).toThrow('needs the parameter id');
});
