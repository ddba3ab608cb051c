import { expect, test } from 'vitest';
import { readTouch, type Touch } from './read-touch.ts';

const page = (search: string, hash = '') => ({ host: 'shop.example.com', pathname: '/lamps', hash, search });
const cases: { name: string; search: string; referrer: string; expected: Touch }[] = [
  { name: 'nothing but the page', search: '', referrer: '', expected: {} },
  {
    name: 'campaigns and click ids, and nothing else of the query',
    search: '?utm_source=mail&utm_campaign=may%20sale&gclid=abc&token=secret&email=ada@example.com&utm_medium=',
    referrer: '',
    expected: { utm_source: 'mail', utm_campaign: 'may sale', gclid: 'abc' },
  },
  {
    name: 'another site, by its host alone',
    search: '',
    referrer: 'https://search.example.org/find?q=secret',
    expected: { referrer_host: 'search.example.org' },
  },
  { name: 'the same site is no touch', search: '', referrer: 'https://shop.example.com/?token=1', expected: {} },
  { name: 'a referrer that is no address', search: '', referrer: 'android-app', expected: {} },
  {
    name: 'names that only look like campaigns',
    search: '?utm_=1&xutm_source=1&UTM_SOURCE=1&__proto__=1&constructor=1',
    referrer: '',
    expected: {},
  },
  {
    name: 'long values are cut',
    search: `?utm_content=${'x'.repeat(1_000)}`,
    referrer: '',
    expected: { utm_content: 'x'.repeat(300) },
  },
];
for (const { name, search, referrer, expected } of cases)
  test(`readTouch: ${name}`, () =>
    expect(readTouch(page(search), referrer)).toEqual({ landing_path: '/lamps', ...expected }));
