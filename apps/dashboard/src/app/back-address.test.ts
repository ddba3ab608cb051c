import { expect, test } from 'vitest';
import { backAddress } from './back-address.ts';

test('an address of this app is gone back to, with its search and fragment', () => {
  expect(backAddress('/p/default/production/flags?range=30d#x')).toBe('/p/default/production/flags?range=30d#x');
});

test('other sites, however written, are not gone to', () => {
  for (const asked of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', 'p', 7]) {
    expect(backAddress(asked)).toBe('/');
  }
});

test('signing in does not lead to signing in', () => {
  for (const asked of ['/sign-in', '/sign-in?back=%2F', '/invitations/accept#token'])
    expect(backAddress(asked)).toBe('/');
  expect(backAddress('/sign-inside')).toBe('/sign-inside');
});
