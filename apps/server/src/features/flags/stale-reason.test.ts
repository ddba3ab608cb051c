import { DAY_MS } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import type { Targeting } from './flag-store.ts';
import { staleReason } from './stale-reason.ts';

const now = 1_000 * DAY_MS;
const daysAgo = (days: number) => now - days * DAY_MS;
const rule = { id: 'r', name: null, conditions: [], value: true, percentage: 5, enabled: true };
type Part = Pick<Targeting, 'rules' | 'rollout' | 'kill' | 'rolloutSinceMs'>;
const rolledOut = (percentage: number, days: number, more: Partial<Part> = {}): Part => ({
  rules: [],
  rollout: { id: 'o', percentage, value: true },
  kill: null,
  rolloutSinceMs: daysAgo(days),
  ...more,
});
const untouched: Part = { rules: [], rollout: null, kill: null, rolloutSinceMs: null };
const off = { ...rule, enabled: false };
const kill = { value: false, reason: 'x', atMs: daysAgo(40) };

const cases: {
  name: string;
  targetings?: Part[];
  seen?: number | null;
  created?: number;
  expires?: string;
  status?: 'active' | 'archived' | 'deprecated';
  expected: string | null;
}[] = [
  { name: 'a new flag that nobody asked for', created: 29, seen: null, expected: null },
  { name: 'an old flag that nobody ever asked for', created: 30, seen: null, expected: 'unseen' },
  { name: 'seen lately', created: 400, seen: 29, expected: null },
  { name: 'not seen for 30 days', created: 400, seen: 30, expected: 'unseen' },
  // The thousandth day is the 27th of September 1972.
  { name: 'on the day of its expiry', expires: '1972-09-27', expected: null },
  { name: 'the day after its expiry', expires: '1972-09-26', expected: 'expired' },
  { name: 'expired and archived', expires: '1972-09-01', status: 'archived', expected: null },
  { name: 'archived', created: 400, seen: 100, status: 'archived', expected: null },
  { name: 'deprecated and not seen', created: 400, seen: 100, status: 'deprecated', expected: 'unseen' },
  { name: 'for everyone for 30 days', targetings: [rolledOut(100, 30)], expected: 'settled' },
  { name: 'for nobody for 30 days', targetings: [rolledOut(0, 30), untouched], expected: 'settled' },
  { name: 'for everyone since yesterday', targetings: [rolledOut(100, 1)], expected: null },
  { name: 'for half', targetings: [rolledOut(50, 99)], expected: null },
  {
    name: 'settled in one environment only',
    targetings: [rolledOut(100, 99), rolledOut(50, 99)],
    expected: null,
  },
  { name: 'a rule still decides', targetings: [rolledOut(0, 99, { rules: [rule] })], expected: null },
  {
    name: 'a rule elsewhere still decides',
    targetings: [rolledOut(0, 99), { ...untouched, rules: [rule] }],
    expected: null,
  },
  { name: 'rules that are off decide nothing', targetings: [rolledOut(0, 99, { rules: [off] })], expected: 'settled' },
  { name: 'killed', targetings: [rolledOut(100, 99, { kill })], expected: null },
  { name: 'no rollout anywhere', targetings: [untouched], expected: null },
];
for (const { name, targetings = [], seen = 0, created = 400, expires, status = 'active', expected } of cases) {
  test(`staleReason: ${name}`, () => {
    const flag = { status, createdAtMs: daysAgo(created), expiresOn: expires ?? null };
    expect(staleReason(flag, targetings, seen === null ? null : daysAgo(seen), now, 'UTC')).toBe(expected);
  });
}

test('staleReason: a day is over when it is over in the time zone of the project', () => {
  const flag = { status: 'active', createdAtMs: now, expiresOn: '1972-09-26' } as const;
  expect(staleReason(flag, [], now, now, 'America/New_York')).toBeNull();
  expect(staleReason(flag, [], now, now, 'Asia/Tokyo')).toBe('expired');
});
