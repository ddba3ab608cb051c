import { describe, expect, test } from 'vitest';
import { fromZonedInput, toZonedInput } from './zoned-time.ts';

const berlin = 'Europe/Berlin';

test('a clock and a moment are two sides of one thing', () => {
  for (const zone of ['UTC', berlin, 'America/New_York', 'Asia/Kathmandu', 'Pacific/Chatham', 'Australia/Lord_Howe']) {
    for (let hour = 0; hour < 24 * 366; hour += 37) {
      const ms = Date.UTC(2026, 0, 1) + hour * 3_600_000;
      expect(toZonedInput(fromZonedInput(toZonedInput(ms, zone), zone) as number, zone)).toBe(toZonedInput(ms, zone));
    }
  }
});

describe('when the clocks change', () => {
  test('an hour that exists twice is the first one', () => {
    expect(new Date(fromZonedInput('2026-10-25T02:30', berlin) as number).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    );
  });

  test('an hour that is skipped is still a moment', () => {
    expect(new Date(fromZonedInput('2026-03-29T02:30', berlin) as number).toISOString()).toBe(
      '2026-03-29T01:30:00.000Z',
    );
  });

  test('midnight is midnight before and after', () => {
    expect(new Date(fromZonedInput('2026-10-25T00:00', berlin) as number).toISOString()).toBe(
      '2026-10-24T22:00:00.000Z',
    );
    expect(new Date(fromZonedInput('2026-10-26T00:00', berlin) as number).toISOString()).toBe(
      '2026-10-25T23:00:00.000Z',
    );
  });
});

test('what is not a time is none', () => {
  expect(fromZonedInput('', berlin)).toBeUndefined();
  expect(fromZonedInput('2026-13-01T00:00', berlin)).toBeUndefined();
});
