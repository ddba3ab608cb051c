import { expect, test } from 'vitest';
import { rolesToGive, wholeLink, whyFixed } from './role-words.ts';

const rolesOf = (own: 'owner' | 'admin') => rolesToGive(own).map(({ role }) => role);

test('owners give every role, admins every one but theirs', () => {
  expect(rolesOf('owner')).toEqual(['owner', 'admin', 'editor', 'viewer']);
  expect(rolesOf('admin')).toEqual(['admin', 'editor', 'viewer']);
});

test('the last owner is fixed, and every owner is for an admin', () => {
  const owner = { id: 'o', role: 'owner' } as const;
  const viewer = { id: 'v', role: 'viewer' } as const;
  const as = (ownRole: 'owner' | 'admin' | 'editor', owners: number) => ({ ownId: 'me', ownRole, owners });
  expect(whyFixed(owner, as('owner', 1))).toContain('A project needs an owner');
  expect(whyFixed(owner, as('owner', 2))).toBeUndefined();
  expect(whyFixed(owner, as('admin', 2))).toContain('Only owners');
  expect(whyFixed(viewer, as('admin', 1))).toBeUndefined();
  expect(whyFixed(viewer, as('editor', 1))).toContain('Only admins');
});

test('the link keeps its fragment', () => {
  expect(wholeLink('/invitations#lpi_abc', 'https://lamp.example')).toBe('https://lamp.example/invitations#lpi_abc');
});
