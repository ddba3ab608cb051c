import { expect, test } from 'vitest';
import { SessionCookie, sessionTokenOf } from './session-cookie.ts';

const token = 'a'.repeat(43);

test('scripts cannot read the cookie, other sites cannot send it, and https keeps it to https', () => {
  expect(new SessionCookie(undefined).keep(token)).toBe(
    `lp_session=${token}; Max-Age=5184000; Path=/; HttpOnly; SameSite=Lax`,
  );
  expect(new SessionCookie('http://l').keep(token)).not.toContain('Secure');
  expect(new SessionCookie('HTTPS://l.example').keep(token)).toMatch(/; Secure$/);
  expect(new SessionCookie('https://l').drop()).toBe('lp_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure');
});

test('the token is found among other cookies, and only when it has its shape', () => {
  expect(sessionTokenOf(`theme=dark; lp_session=${token}; x=1`)).toBe(token);
  expect(sessionTokenOf(`xlp_session=${token}`)).toBeUndefined();
  expect(sessionTokenOf('lp_session=short')).toBeUndefined();
  expect(sessionTokenOf(undefined)).toBeUndefined();
});
