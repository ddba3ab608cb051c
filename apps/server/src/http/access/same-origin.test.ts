import { expect, test } from 'vitest';
import { refuseOtherOrigins } from './same-origin.ts';

const host = 'lamppost.example:8443';
const cases: readonly [string, { fetchSite?: string; origin?: string }, boolean][] = [
  ['no browser at all', {}, true],
  ['a page of this server', { fetchSite: 'same-origin', origin: `https://${host}` }, true],
  [
    'a page of this server behind a proxy that names another host',
    { fetchSite: 'same-origin', origin: 'https://p' },
    true,
  ],
  ['an address that was typed', { fetchSite: 'none' }, true],
  ['another site', { fetchSite: 'cross-site', origin: `https://${host}` }, false],
  ['a sibling of the same site', { fetchSite: 'same-site', origin: 'https://blog.example' }, false],
  ['an older browser on this server', { origin: `https://${host}` }, true],
  ['an older browser elsewhere', { origin: 'https://evil.example' }, false],
  ['another port', { origin: 'https://lamppost.example' }, false],
  ['a page without an origin', { origin: 'null' }, false],
];
for (const [name, { fetchSite, origin }, isLetIn] of cases) {
  test(`${name}: ${isLetIn ? 'let in' : 'refused'}`, () => {
    const check = () => refuseOtherOrigins({ fetchSite, origin, host });
    if (isLetIn) expect(check).not.toThrow();
    else expect(check).toThrow('another origin');
  });
}

test('a page without an origin is none of a request without a host either', () => {
  const provenance = { fetchSite: undefined, origin: 'null', host: undefined };
  expect(() => refuseOtherOrigins(provenance)).toThrow('another origin');
});
