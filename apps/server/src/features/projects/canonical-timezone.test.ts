import { expect, test } from 'vitest';
import { canonicalTimezone } from './canonical-timezone.ts';

const kept = [
  { name: 'a place', sent: 'Europe/Berlin', expected: 'Europe/Berlin' },
  { name: 'a place in another letter case', sent: 'europe/BERLIN', expected: 'Europe/Berlin' },
  { name: 'a place of three parts', sent: 'America/Argentina/Ushuaia', expected: 'America/Argentina/Ushuaia' },
  { name: 'UTC', sent: 'UTC', expected: 'UTC' },
  { name: 'an alias of UTC', sent: 'Etc/UTC', expected: 'UTC' },
];
for (const { name, sent, expected } of kept) {
  test(`${name} is kept under its canonical name`, () => expect(canonicalTimezone(sent)).toBe(expected));
}

test('two names of one zone are kept as one', () => {
  expect(canonicalTimezone('Asia/Kolkata')).toBe(canonicalTimezone('Asia/Calcutta'));
});

for (const sent of ['', 'Berlin', 'Europe/Atlantis', '+01:00', '-05', 'Europe/Berlin ', 'UTC\u0000', 'null']) {
  test(`${JSON.stringify(sent)} is no time zone`, () => expect(canonicalTimezone(sent)).toBeUndefined());
}
