import { expect, test } from 'vitest';
import { type DigestSchedule, nextRunAfter, periodBefore } from './digest-schedule.ts';

const daily = (time: string): DigestSchedule => ({ frequency: 'daily', weekday: null, time });
const weekly = (weekday: number, time: string): DigestSchedule => ({ frequency: 'weekly', weekday, time });

const cases = [
  { name: 'later today', at: daily('09:00'), zone: 'UTC', after: '2026-11-17T08:00Z', next: '2026-11-17T09:00Z' },
  { name: 'tomorrow', at: daily('09:00'), zone: 'UTC', after: '2026-11-17T09:00Z', next: '2026-11-18T09:00Z' },
  {
    name: 'a local time ahead of UTC, on another date',
    at: daily('07:30'),
    zone: 'Asia/Tokyo',
    after: '2026-11-17T20:00Z',
    next: '2026-11-17T22:30Z',
  },
  {
    name: 'the hour that spring skips runs when clocks go on',
    at: daily('02:30'),
    zone: 'Europe/Berlin',
    after: '2027-03-27T12:00Z',
    next: '2027-03-28T01:00Z',
  },
  {
    name: 'the day after runs at its time again',
    at: daily('02:30'),
    zone: 'Europe/Berlin',
    after: '2027-03-28T01:00Z',
    next: '2027-03-29T00:30Z',
  },
  {
    name: 'the hour that autumn repeats runs the first time',
    at: daily('02:30'),
    zone: 'Europe/Berlin',
    after: '2026-10-24T12:00Z',
    next: '2026-10-25T00:30Z',
  },
  {
    name: 'and not the second time',
    at: daily('02:30'),
    zone: 'Europe/Berlin',
    after: '2026-10-25T00:30Z',
    next: '2026-10-26T01:30Z',
  },
  {
    name: 'a midnight that is skipped',
    at: daily('00:00'),
    zone: 'America/Sao_Paulo',
    after: '2018-11-03T12:00Z',
    next: '2018-11-04T03:00Z',
  },
  {
    name: 'a date that a zone has skipped runs once, when the next begins',
    at: daily('09:00'),
    zone: 'Pacific/Apia',
    after: '2011-12-29T20:00Z',
    next: '2011-12-30T10:00Z',
  },
  { name: 'this Monday', at: weekly(1, '09:00'), zone: 'UTC', after: '2026-11-16T08:59Z', next: '2026-11-16T09:00Z' },
  { name: 'next Monday', at: weekly(1, '09:00'), zone: 'UTC', after: '2026-11-16T09:00Z', next: '2026-11-23T09:00Z' },
  { name: 'a Sunday', at: weekly(7, '00:15'), zone: 'UTC', after: '2026-11-17T00:00Z', next: '2026-11-22T00:15Z' },
  {
    name: 'the weekday is that of the zone',
    at: weekly(1, '01:00'),
    zone: 'Asia/Tokyo',
    after: '2026-11-15T00:00Z',
    next: '2026-11-15T16:00Z',
  },
];
for (const { name, at, zone, after, next } of cases) {
  test(`next run: ${name}`, () => {
    expect(new Date(nextRunAfter(at, zone, Date.parse(after))).toISOString()).toBe(new Date(next).toISOString());
  });
}

test('runs of a year are one a day, whatever the clocks do', () => {
  for (const time of ['00:00', '01:30', '02:00', '02:30', '03:00', '23:59']) {
    let at = Date.parse('2026-01-01T12:00Z');
    for (let days = 0; days < 365; days += 1) at = nextRunAfter(daily(time), 'Europe/Berlin', at);
    expect(new Date(at).toISOString().slice(0, 10)).toMatch(/2026-12-31|2027-01-01/);
  }
});

test('the period is the last complete day, also one of 23 hours', () => {
  const { fromMs, toMs, beforeFromMs } = periodBefore('daily', 'Europe/Berlin', Date.parse('2027-03-29T07:00Z'));
  expect([beforeFromMs, fromMs, toMs].map((ms) => new Date(ms).toISOString())).toEqual([
    '2027-03-26T23:00:00.000Z',
    '2027-03-27T23:00:00.000Z',
    '2027-03-28T22:00:00.000Z',
  ]);
});

test('the period is the last complete week from Monday, whatever the weekday of the run', () => {
  for (const at of ['2026-11-16T00:00Z', '2026-11-18T09:00Z', '2026-11-22T23:59Z']) {
    const { fromMs, toMs, beforeFromMs } = periodBefore('weekly', 'UTC', Date.parse(at));
    expect([beforeFromMs, fromMs, toMs].map((ms) => new Date(ms).toISOString().slice(0, 10))).toEqual([
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
    ]);
  }
});
