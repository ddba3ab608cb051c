import { expect, test } from 'vitest';
import { SessionCookie } from './session-cookie.ts';

const token = 'a'.repeat(43);

test('scripts cannot read the cookie, other sites cannot send it, and https keeps it to https and to this host', () => {
  expect(new SessionCookie(undefined).keep(token)).toBe(
    `lp_session=${token}; Max-Age=5184000; Path=/; HttpOnly; SameSite=Lax`,
  );
  expect(new SessionCookie('http://l').keep(token)).not.toContain('Secure');
  expect(new SessionCookie('HTTPS://l.example').keep(token)).toMatch(/^__Host-lp_session=.*; Secure$/);
  expect(new SessionCookie('https://l').drop()).toBe(
    '__Host-lp_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
});

test('the token is found among other cookies, and only when it has its shape', () => {
  const cookie = new SessionCookie(undefined);
  expect(cookie.tokenIn(`theme=dark; lp_session=${token}; x=1`)).toBe(token);
  expect(cookie.tokenIn(`xlp_session=${token}`)).toBeUndefined();
  expect(cookie.tokenIn('lp_session=short')).toBeUndefined();
  expect(cookie.tokenIn(undefined)).toBeUndefined();
});

test('over https a cookie that a neighbour in the domain could have set is not believed', () => {
  const cookie = new SessionCookie('https://lamppost.example.com');
  expect(cookie.tokenIn(`lp_session=${token}`)).toBeUndefined();
  expect(cookie.tokenIn(`__Host-lp_session=${token}`)).toBe(token);
});
