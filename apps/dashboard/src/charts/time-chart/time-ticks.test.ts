import { expect, test } from 'vitest';
import { DAY_MS } from '../../design/format/units.ts';
import { toZonedInput } from '../../design/range-picker/zoned-time.ts';
import { timeTicks } from './time-ticks.ts';

const labels = (from: number, to: number, zone: string, max: number) => {
  const ticks = timeTicks(from, to, zone, max);
  return ticks.at.map(ticks.label);
};

test('an hour has ticks on round minutes', () => {
  expect(labels(Date.UTC(2026, 10, 15, 9, 2), Date.UTC(2026, 10, 15, 10, 2), 'UTC', 6)).toEqual([
    '09:10',
    '09:20',
    '09:30',
    '09:40',
    '09:50',
    '10:00',
  ]);
});

test('a day has ticks on the clocks of its zone, and midnight is a date', () => {
  const from = Date.UTC(2026, 10, 14, 12);
  expect(labels(from, from + DAY_MS, 'Asia/Kathmandu', 5)).toEqual(['18:00', '15 Nov', '06:00', '12:00']);
});

const dailyLabels = (from: number, days: number, max: number, nowMs: number, bucketMs = DAY_MS) => {
  const ticks = timeTicks(from, from + days * DAY_MS, 'UTC', max, { bucketMs, nowMs });
  return ticks.at.map(ticks.label);
};

test('a chart of days names days and no hours, however wide it is', () => {
  const from = Date.UTC(2026, 10, 9);
  expect(dailyLabels(from, 3, 12, Date.UTC(2026, 11, 24))).toEqual(['9 Nov', '10 Nov', '11 Nov', '12 Nov']);
});

test('a chart of weeks names Mondays only', () => {
  const from = Date.UTC(2026, 10, 2);
  expect(dailyLabels(from, 14, 12, Date.UTC(2026, 10, 16), 7 * DAY_MS)).toEqual(['2 Nov', '9 Nov', '16 Nov']);
});

test('today is labelled on a chart of days, and its neighbour goes when the two would touch', () => {
  const from = Date.UTC(2026, 10, 9);
  const now = Date.UTC(2026, 10, 15, 9, 30);
  expect(dailyLabels(from, 6, 8, now)).toEqual(['9 Nov', '10 Nov', '11 Nov', '12 Nov', '13 Nov', '14 Nov', 'Today']);
  expect(dailyLabels(Date.UTC(2026, 9, 17), 29, 5, now)).toEqual(['19 Oct', '26 Oct', '2 Nov', '9 Nov', 'Today']);
});

test('weeks begin on Monday', () => {
  const from = Date.UTC(2026, 9, 17);
  expect(labels(from, from + 30 * DAY_MS, 'UTC', 5)).toEqual(['19 Oct', '26 Oct', '2 Nov', '9 Nov', '16 Nov']);
});

test('months begin on the first, and January is a year', () => {
  expect(labels(Date.UTC(2025, 9, 20), Date.UTC(2026, 2, 20), 'UTC', 6)).toEqual(['Nov', 'Dec', '2026', 'Feb', 'Mar']);
});

test.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Chatham'])(
  'in %s ticks stay on the hour when the clocks change',
  (zone) => {
    for (let week = 0; week < 52; week += 1) {
      const from = Date.UTC(2026, 0, 1) + week * 7 * DAY_MS;
      const ticks = timeTicks(from, from + 3 * DAY_MS, zone, 12).at;
      expect(
        ticks.map((ms) => toZonedInput(ms, zone).slice(11)).filter((clock) => !/^(00|06|12|18):00$/.test(clock)),
      ).toEqual([]);
      expect(ticks).toEqual([...new Set(ticks)].sort((a, b) => a - b));
      expect(ticks.length).toBeGreaterThanOrEqual(11);
    }
  },
);

test.each([1, 2, 5, 12])('there are never many more than %i', (max) => {
  for (let span = 60_000; span < 4_000 * DAY_MS; span *= 1.7) {
    expect(
      timeTicks(Date.UTC(2026, 4, 3, 7, 11), Date.UTC(2026, 4, 3, 7, 11) + span, 'Europe/Berlin', max).at.length,
    ).toBeLessThanOrEqual(max + 2);
  }
});
