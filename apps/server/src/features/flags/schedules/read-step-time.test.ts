import { expect, test } from 'vitest';
import { localTime } from './local-time.ts';
import { readStepTime } from './read-step-time.ts';

const now = Date.parse('2026-11-17T06:00:00Z');
const read = (at: string, timezone = 'Europe/Berlin', nowMs = now) =>
  new Date(readStepTime(at, 'steps.0.at', timezone, nowMs)).toISOString();

const good: readonly [name: string, at: string, timezone: string, expected: string][] = [
  ['in winter', '2026-11-23T09:00', 'Europe/Berlin', '2026-11-23T08:00:00.000Z'],
  ['in summer', '2027-07-01T09:00', 'Europe/Berlin', '2027-07-01T07:00:00.000Z'],
  ['with seconds', '2026-11-23T09:00:30', 'Europe/Berlin', '2026-11-23T08:00:30.000Z'],
  ['an instant', '2026-11-23T09:00:00Z', 'Europe/Berlin', '2026-11-23T09:00:00.000Z'],
  ['an instant with an offset', '2026-11-23T09:00+05:30', 'Europe/Berlin', '2026-11-23T03:30:00.000Z'],
  ['a time zone of half hours', '2026-11-23T09:00', 'Asia/Kolkata', '2026-11-23T03:30:00.000Z'],
  ['the first of two', '2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['the hour before it happens twice', '2027-10-31T01:59', 'Europe/Berlin', '2027-10-30T23:59:00.000Z'],
  ['the hour after it happened twice', '2027-10-31T03:00', 'Europe/Berlin', '2027-10-31T02:00:00.000Z'],
  ['the last minute before clocks are put forward', '2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
  ['the first minute after', '2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['the first of two, in the west', '2027-11-07T01:30', 'America/New_York', '2027-11-07T05:30:00.000Z'],
  ['far in the east', '2027-01-01T00:00', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
];
for (const [name, at, timezone, expected] of good) {
  test(`readStepTime: ${name}`, () => expect(read(at, timezone)).toBe(expected));
}

const skipped: readonly [at: string, timezone: string, next: string][] = [
  ['2027-03-28T02:00', 'Europe/Berlin', '2027-03-28T03:00'],
  ['2027-03-28T02:59', 'Europe/Berlin', '2027-03-28T03:00'],
  ['2027-03-14T02:30', 'America/New_York', '2027-03-14T03:00'],
  ['2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-03T02:30'],
];
for (const [at, timezone, next] of skipped) {
  test(`readStepTime: ${at} does not exist in ${timezone}`, () => {
    expect(() => read(at, timezone)).toThrow(`The next valid time is ${next}.`);
  });
}

test('readStepTime: the past, now and the far future are refused', () => {
  expect(() => read('2026-11-17T06:59')).toThrow('must be in the future');
  expect(() => read('2026-11-17T07:00')).toThrow('must be in the future');
  expect(read('2026-11-17T07:01')).toBe('2026-11-17T06:01:00.000Z');
  expect(() => read('2030-01-01T00:00')).toThrow('two years');
});

for (const at of [
  '',
  'Monday',
  '2027-02-30T09:00',
  '2027-01-01',
  '2027-01-01 09:00',
  '2027-01-01T25:00',
  '2027-13-01T09:00Z',
]) {
  test(`readStepTime: "${at}" is no time`, () => expect(() => read(at)).toThrow('must be a time such as'));
}

test('localTime: every minute of a year is an instant that shows it, or is skipped', () => {
  for (const timezone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
    let missing = 0;
    for (let wall = Date.UTC(2027, 0, 1); wall < Date.UTC(2028, 0, 1); wall += 30 * 60_000) {
      if (localTime(wall, timezone).kind === 'skipped') missing += 1;
    }
    expect([timezone, missing]).toEqual([timezone, timezone === 'Australia/Lord_Howe' ? 1 : 2]);
  }
});
