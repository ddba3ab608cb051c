import { expect, test } from 'vitest';
import { readSettings } from '../../../settings/read-settings.ts';
import { Scrubber } from './scrubber.ts';

const { scrubKeys } = readSettings({});
const scrubber = new Scrubber({ isOn: true, secretKeys: scrubKeys });

const cases: { name: string; value: unknown; expected: unknown }[] = [
  { name: 'a password goes', value: { password: 'x' }, expected: { password: '[scrubbed]' } },
  {
    name: 'whatever the writing of its name',
    value: { 'User-Password': 'x' },
    expected: { 'User-Password': '[scrubbed]' },
  },
  { name: 'a password that is not a text goes too', value: { passwd: { a: 1 } }, expected: { passwd: '[scrubbed]' } },
  { name: 'null is nothing to hide', value: { password: null }, expected: { password: null } },
  { name: 'deep inside', value: { a: [{ api_key: 'k' }] }, expected: { a: [{ api_key: '[scrubbed]' }] } },
  { name: 'a card number', value: { note: '4111 1111 1111 1111' }, expected: { note: '[scrubbed]' } },
  {
    name: 'a number that only looks like one stays',
    value: { note: '4111 1111 1111 1112' },
    expected: { note: '4111 1111 1111 1112' },
  },
  {
    name: 'an id of another issuer stays',
    value: { order: '9111111111111113' },
    expected: { order: '9111111111111113' },
  },
  {
    name: 'a bearer token in a text',
    value: { header: 'Authorization: Bearer abc.def-123456' },
    expected: { header: 'Authorization: [scrubbed]' },
  },
  { name: 'the word bearer alone stays', value: { t: 'the bearer of news' }, expected: { t: 'the bearer of news' } },
  {
    name: 'passwords_shown is a count, not a password',
    value: { passwords_shown: 3 },
    expected: { passwords_shown: 3 },
  },
];
for (const { name, value, expected } of cases)
  test(`scrub: ${name}`, () => expect(scrubber.scrub(value)).toEqual(expected));

test('a list of names replaces the built-in one', () => {
  const own = new Scrubber({ isOn: true, secretKeys: ['Insurance No'] });
  expect(own.scrub({ insurance_no: 'x', password: 'y' })).toEqual({ insurance_no: '[scrubbed]', password: 'y' });
});

test('switched off it finds nothing', () => {
  const off = new Scrubber({ isOn: false, secretKeys: scrubKeys });
  expect(off.isSecretKey('password')).toBe(false);
  expect(off.isSecretText('4111 1111 1111 1111')).toBe(false);
});
