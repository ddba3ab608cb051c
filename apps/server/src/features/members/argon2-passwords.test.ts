import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './argon2-passwords.ts';

test('a password is kept as an argon2id hash that only that password fits', async () => {
  const kept = await hashPassword('correct horse');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword('correct horse', kept)).toBe(true);
  expect(await verifyPassword('Correct horse', kept)).toBe(false);
});
