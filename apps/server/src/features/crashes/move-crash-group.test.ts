import { expect, test } from 'vitest';
import { type CrashGroupStanding, decided, seenAgain } from './move-crash-group.ts';

const open: CrashGroupStanding = {
  status: 'open',
  resolvedInVersion: null,
  resolvedAtMs: null,
  regressedAtMs: null,
  regressedInVersion: null,
  regressions: 0,
};
const resolvedIn = (version: string | null) => decided(open, { status: 'resolved', resolvedInVersion: version }, 1_000);
const report = (appVersion: string | null, more: { happenedAtMs?: number; receivedAtMs?: number } = {}) => ({
  appVersion,
  happenedAtMs: 2_000,
  receivedAtMs: 2_000,
  ...more,
});

test.each([
  ['1.9', '1.10', true],
  ['1.9', '1.9', false],
  ['1.9', '1.9.0', false],
  ['1.9', '1.8.7', false],
  ['1.9', null, false],
  ['1.9', 'nightly', false],
  ['2.0.0', '2.0.0-beta.1', false],
  ['2.0.0-beta.1', '2.0.0', true],
])('resolved in %s, a report of %s brings it back: %s', (resolved, reported, isBack) => {
  expect(seenAgain(resolvedIn(resolved), report(reported), 3_000) !== undefined).toBe(isBack);
});

test('a regression is open, says when and in which version it came back, and counts', () => {
  const back = seenAgain(resolvedIn('1.9'), report('2.0'), 3_000);
  expect(back).toEqual({
    status: 'open',
    resolvedInVersion: '1.9',
    resolvedAtMs: null,
    regressedAtMs: 3_000,
    regressedInVersion: '2.0',
    regressions: 1,
  });
  expect(decided(back ?? open, { status: 'resolved', resolvedInVersion: '2.1' }, 4_000)).toMatchObject({
    status: 'resolved',
    regressedAtMs: null,
    regressions: 1,
  });
});

test('without a version, what happened before it was resolved does not count, however late it comes', () => {
  expect(seenAgain(resolvedIn(null), report('3', { happenedAtMs: 900 }), 3_000)).toBeUndefined();
  expect(seenAgain(resolvedIn(null), report(null, { happenedAtMs: 1_001 }), 3_000)).toMatchObject({ status: 'open' });
});

test('a report that was there when it was resolved does not bring it back, and an ignored group stays ignored', () => {
  expect(seenAgain(resolvedIn('1.9'), report('2.0', { receivedAtMs: 999 }), 3_000)).toBeUndefined();
  expect(seenAgain(decided(open, { status: 'ignored' }, 1_000), report('9'), 3_000)).toBeUndefined();
  expect(seenAgain(open, report('9'), 3_000)).toBeUndefined();
});
