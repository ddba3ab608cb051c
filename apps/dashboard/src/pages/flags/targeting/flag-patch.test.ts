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

test('what can be changed leaves out ids and times', () => {
  expect(Object.keys(patchFields(flag))).toEqual(['name', 'description', 'default_value', 'tags', 'status']);
});
