import { expect, test } from 'vitest';
import { patchFields, patchToward } from './flag-patch.ts';
import type { Flag } from './targeting.ts';

const flag = {
  id: '1',
  key: 'k',
  name: 'A',
  description: null,
  tags: ['x'],
  status: 'active',
  default_value: { a: 1 },
} as unknown as Flag;

test('only what differs is sent, and nothing that is fixed', () => {
  const wanted = { key: 'other', name: 'B', tags: ['x'], default_value: { a: 1 }, description: 'd', updated_at: 'now' };
  expect(patchToward(flag, wanted)).toEqual({ name: 'B', description: 'd' });
  expect(patchToward(flag, { ...flag })).toEqual({});
});

test('an owner is sent by id and shown by name, and only when it is another', () => {
  const grace = { id: 'g', email: 'g@example.org', name: 'Grace' };
  const owned = { ...flag, owner: grace } as Flag;
  expect(patchToward(owned, { owner: { ...grace, name: 'Grace H.' } })).toEqual({});
  expect(patchToward(owned, { owner: null })).toEqual({ owner: null });
  expect(patchToward({ ...flag, owner: null } as Flag, { owner: grace })).toEqual({ owner: 'g' });
  expect(patchFields(owned)).toMatchObject({ owner: 'Grace' });
  expect(patchFields({ owner: { ...grace, name: null } })).toEqual({ owner: 'g@example.org' });
});

test('what can be changed leaves out ids and times', () => {
  expect(Object.keys(patchFields(flag))).toEqual(['name', 'description', 'default_value', 'tags', 'status']);
});
