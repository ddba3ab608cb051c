import { expect, test } from 'vitest';
import { templateUrl } from './template-url.ts';

const cases = [
  {
    name: 'drops the query and the fragment',
    url: 'https://api.test/cart?token=abc#x',
    expected: 'https://api.test/cart',
  },
  {
    name: 'numbers become :id',
    url: 'https://api.test/users/42/orders/7',
    expected: 'https://api.test/users/:id/orders/:id',
  },
  {
    name: 'uuids become :uuid',
    url: '/v1/carts/0190A6C2-7b1e-7cc3-98c4-dc0c0c07398f/items',
    expected: '/v1/carts/:uuid/items',
  },
  { name: 'hashes become :hash', url: '/blobs/9f86d081884c7d659a2feaa0c55ad015', expected: '/blobs/:hash' },
  { name: 'credentials go', url: 'https://me:secret@api.test/a', expected: 'https://api.test/a' },
  { name: 'emails become :email', url: '/people/jo@example.test', expected: '/people/:email' },
  { name: 'tokens become :token', url: '/reset/eyJhbGciOiJIUzI1NiJ9xZ', expected: '/reset/:token' },
  { name: 'words stay', url: '/v2/checkout/payment-methods', expected: '/v2/checkout/payment-methods' },
  { name: 'a plain name stays', url: 'dns_lookup', expected: 'dns_lookup' },
];
for (const { name, url, expected } of cases)
  test(`templateUrl: ${name}`, () => expect(templateUrl(url)).toBe(expected));
