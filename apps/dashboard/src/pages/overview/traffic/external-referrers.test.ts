import { expect, test } from 'vitest';
import { externalHostOf, externalReferrers } from './external-referrers.ts';
import { topValues } from './top-values.ts';

test('referrers on hosts of the site itself are no sources, others that begin like them are', () => {
  const own = ['shop.example', 'localhost:3000'];
  const addresses = [
    'https://shop.example/cart',
    'https://shop.example',
    'http://localhost:3000/',
    'https://shop.example.org/',
    'https://search.example/?from=https://shop.example/',
    'http://localhost/',
  ];
  const series = addresses.map((name) => ({ name, points: [{ bucketIso: '2026-11-01T00:00:00Z', value: 1 }] }));
  expect(topValues({ series }, externalHostOf(own)).map(({ value }) => value)).toEqual([
    'localhost',
    'search.example',
    'shop.example.org',
  ]);
  expect(externalReferrers(own).filters).toEqual([
    { field: 'event_properties.referrer', op: 'contains', value: '://' },
    { field: 'event_properties.referrer', op: 'not_contains', value: '://shop.example/' },
    { field: 'event_properties.referrer', op: 'not_contains', value: '://localhost:3000/' },
  ]);
});
