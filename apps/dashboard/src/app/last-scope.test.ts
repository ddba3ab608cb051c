import { expect, test } from 'vitest';
import type { Session } from '../api/session.ts';
import { findScope, lastScope } from './last-scope.ts';

const project = (slug: string, ...environments: string[]): Session['projects'][number] => ({
  id: slug,
  slug,
  name: slug,
  role: 'viewer',
  timezone: 'UTC',
  environments: environments.map((name) => ({ id: name, slug: name, name })),
});
const session = (...projects: Session['projects']): Session => ({
  member: { id: 'm', email: 'm@x', name: null, is_operator: false },
  projects,
  csrf_token: 't',
  expires_at: '2026-01-01T00:00:00.000Z',
});

test('the project that was left last is entered by its production', () => {
  const scope = lastScope(session(project('a', 'production'), project('b', 'development', 'production')), 'b');
  expect([scope?.project.slug, scope?.environment.slug]).toEqual(['b', 'production']);
});

test('a project that is gone, and none remembered, mean the first', () => {
  const here = session(project('a', 'staging'));
  expect(lastScope(here, 'gone')?.environment.slug).toBe('staging');
  expect(lastScope(here, null)?.project.slug).toBe('a');
});

test('without a project there is no place', () => {
  expect(lastScope(session(), 'a')).toBeUndefined();
});

test('an address names a place only if both its parts exist', () => {
  const here = session(project('a', 'production'));
  expect(findScope(here, { project: 'a', environment: 'production' })?.project.slug).toBe('a');
  expect(findScope(here, { project: 'a', environment: 'qa' })).toBeUndefined();
  expect(findScope(here, { project: 'b', environment: 'production' })).toBeUndefined();
});
