import { expect, test } from 'vitest';
import { type KeyRow, revokeWord, sortKeys } from './key-words.ts';

const key = (part: Partial<KeyRow>): KeyRow => ({
  id: 'id',
  kind: 'secret',
  scope: 'project',
  environment_id: 'e',
  name: 'server',
  hint: 'aB3x',
  key: null,
  last_used_at: null,
  revoked_at: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  ...part,
});

test('publishable keys come first, revoked ones last', () => {
  const sorted = sortKeys([
    key({ id: 'gone', kind: 'publishable', revoked_at: '2026-01-02T00:00:00.000Z' }),
    key({ id: 'dev', kind: 'dev' }),
    key({ id: 'b', name: 'b' }),
    key({ id: 'a', name: 'a' }),
    key({ id: 'app', kind: 'publishable' }),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['app', 'a', 'b', 'dev', 'gone']);
});

test('the name is typed to revoke a key, unless nobody could type it', () => {
  expect(revokeWord(key({ name: 'web app' }))).toBe('web app');
  expect(revokeWord(key({ name: 'x'.repeat(200) }))).toBe('aB3x');
  expect(revokeWord(key({ name: '\u202eevil' }))).toBe('aB3x');
  expect(revokeWord(key({ name: ' padded ' }))).toBe('aB3x');
});
