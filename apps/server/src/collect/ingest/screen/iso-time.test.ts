import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCanonicalTime, parseIsoTime } from './iso-time.ts';

const readable = [
  ['2026-11-15T01:02:03Z', '2026-11-15T01:02:03.000Z'],
  ['2026-11-15T01:02:03.123456789Z', '2026-11-15T01:02:03.123Z'],
  ['2026-11-15T01:02:03+05:30', '2026-11-14T19:32:03.000Z'],
  ['2026-11-15T01:02:03-0800', '2026-11-15T09:02:03.000Z'],
  ['2026-11-15T01:02:03+01', '2026-11-15T00:02:03.000Z'],
  ['20261115T010203Z', '2026-11-15T01:02:03.000Z'],
  ['2026-11-15', '2026-11-15T00:00:00.000Z'],
  ['2026-11-15T01:02', '2026-11-15T01:02:00.000Z'],
  ['2026-11-15 01:02:03', '2026-11-15T01:02:03.000Z'],
  ['2026-11-15t01:02:03z', '2026-11-15T01:02:03.000Z'],
  ['2026-11-15T01:02:03,5Z', '2026-11-15T01:02:03.500Z'],
  ['2026-11-15T24:00:00Z', '2026-11-16T00:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['1969-07-20T20:17:40Z', '1969-07-20T20:17:40.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
] as const;
for (const [text, expected] of readable) {
  test(`parseIsoTime reads ${text}`, () =>
    expect(new Date(parseIsoTime(text) ?? Number.NaN).toISOString()).toBe(expected));
}

const unreadable = [
  '',
  'now',
  'infinity',
  '2026-13-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '2025-02-29T00:00:00Z',
  '2026-11-15T25:00:00Z',
  '2026-11-15T00:60:00Z',
  '290000-01-01T00:00:00Z',
  '1763168523',
  '15/11/2026',
  '2026-11-15T01:02:03+24:00',
  '2026-11-15T01:02:03Z ',
];
for (const text of unreadable)
  test(`parseIsoTime refuses ${JSON.stringify(text)}`, () => expect(parseIsoTime(text)).toBeUndefined());

test('what counts as canonical is read the same by the platform', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }), (date) => {
      const text = date.toISOString();
      expect(isCanonicalTime(text)).toBe(true);
      expect(parseIsoTime(text)).toBe(date.getTime());
    }),
  );
});

test('days that a month does not have are never canonical', () => {
  for (const text of ['2026-02-29T00:00:00Z', '2026-02-30T00:00:00Z', '2026-04-31T00:00:00Z', '2026-02-31T00:00:00Z']) {
    expect(isCanonicalTime(text)).toBe(false);
  }
  expect(isCanonicalTime('2024-02-29T00:00:00Z')).toBe(true);
});
