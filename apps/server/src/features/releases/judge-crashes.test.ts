import { expect, test } from 'vitest';
import { judgeCrashes } from './judge-crashes.ts';

const of = (crashedSessions: number, sessions: number) => ({ sessions, crashedSessions });

const cases = [
  { name: 'far more crashes', now: of(60, 1_000), before: of(5, 1_000), tier: 'confirmed' },
  { name: 'as many', now: of(5, 1_000), before: of(5, 1_000), tier: null },
  { name: 'fewer', now: of(1, 1_000), before: of(30, 1_000), tier: null },
  { name: 'more, but the intervals touch', now: of(6, 200), before: of(10, 1_000), tier: 'emerging' },
  { name: 'one more of fifty', now: of(1, 50), before: of(0, 50), tier: null },
  { name: 'one crash of fifty against many sessions', now: of(1, 50), before: of(50, 10_000), tier: null },
  { name: 'sure, but too little to act on', now: of(1_400, 10_000_000), before: of(1_000, 10_000_000), tier: null },
  { name: 'fifty on each side are enough', now: of(25, 50), before: of(0, 50), tier: 'confirmed' },
] as const;
for (const { name, now, before, tier } of cases) {
  test(`judgeCrashes: ${name}`, () => expect(judgeCrashes(now, before)?.tier).toBe(tier));
}

test('judgeCrashes: below fifty sessions on either side nothing is said', () => {
  expect(judgeCrashes(of(49, 49), of(0, 1_000))).toBeUndefined();
  expect(judgeCrashes(of(500, 1_000), of(0, 49))).toBeUndefined();
  expect(judgeCrashes(of(0, 0), of(0, 0))).toBeUndefined();
});

test('judgeCrashes: rates are percents', () => {
  expect(judgeCrashes(of(25, 1_000), of(5, 1_000))).toMatchObject({
    crashFreeRate: 97.5,
    crashFreeBefore: 99.5,
    crashFreeDelta: -2,
    isWorse: true,
  });
});
