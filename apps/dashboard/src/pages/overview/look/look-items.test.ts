import { expect, test } from 'vitest';
import { flagItems } from './flag-items.ts';
import { ledgerBounds, ledgerItems } from './ledger-items.ts';
import { byWeight, type LookItem } from './look-item.ts';
import { crashItems, regressionItems } from './regression-items.ts';

const quiet = {
  received: 1000,
  stored: 1000,
  duplicate: 0,
  rejected: 0,
  rejected_by_reason: {},
  limited: 0,
  invalid: 0,
  invalid_by_reason: {},
  failed: 0,
  failed_by_kind: { quarantined: 0, poison: 0, damaged: 0 },
  erased: 0,
  replayed: 0,
};

test('a ledger in which everything was stored has nothing to look at', () => {
  expect(ledgerItems(quiet)).toEqual([]);
});

test('refused events say their share and the reason that was given most often', () => {
  const reasons = { 'too large': 4, 'no name': 8 };
  const [item] = ledgerItems({ ...quiet, rejected: 12, rejected_by_reason: reasons });
  expect(item).toMatchObject({ subject: '12 events', search: { tab: 'failed', kind: 'rejected' } });
  expect(item?.words).toMatch(/^were rejected, 1\.2\s%.*of received; most often: no name\.$/u);
});

test('what was replayed does not wait any more', () => {
  const failed_by_kind = { quarantined: 5, poison: 1, damaged: 0 };
  const items = ledgerItems({ ...quiet, failed: 6, failed_by_kind, replayed: 5 });
  expect(items.map(({ id }) => id)).toEqual(['poison']);
  expect(items[0]).toMatchObject({ subject: '1 event', words: expect.stringMatching(/^was accepted/) });
});

test('the ledger is asked for the end of a range that is too long for it', () => {
  const to = '2026-11-15T12:00:00.000Z';
  expect(ledgerBounds({ from: '2026-08-15T12:00:00.000Z', to })).toEqual({ from: '2026-10-16T12:00:00.000Z', to });
  expect(ledgerBounds({ from: '2026-11-08T12:00:00.000Z', to })).toEqual({ from: '2026-11-08T12:00:00.000Z', to });
});

test('a few forgotten flags are named with their reason, many are one sentence', () => {
  const stale = (key: string) => ({ key, stale: 'unseen' });
  expect(flagItems([stale('a'), { key: 'b', stale: null }], false)).toMatchObject([
    { subject: 'a', words: expect.stringContaining('30 days') },
  ]);
  expect(flagItems([{ key: 'old', stale: 'expired' }], false)).toMatchObject([
    { words: 'has expired. Remove it from the code, then archive it.' },
  ]);
  const [all, ...more] = flagItems(['a', 'b', 'c', 'd', 'e'].map(stale), false);
  expect(more).toEqual([]);
  expect(all).toMatchObject({
    subject: '5 flags',
    words: expect.stringMatching(/^are stale: a, b, c and 2 more\./),
  });
  expect(flagItems(['a', 'b', 'c', 'd'].map(stale), true)[0]?.subject).toBe('More than 4 flags');
});

const group = {
  id: 'g1',
  title: 'TypeError: x',
  is_regression: true,
  regressed_at: '2026-11-10T00:00:00.000Z',
  regressed_in_version: '2.0.0',
  is_spiking: false,
  reports: 1,
  users: 1,
  last_seen: null,
} as Parameters<typeof crashItems>[0][number];

test('a crash that came back before the range is not told again', () => {
  expect(crashItems([group], '2026-11-08T00:00:00.000Z')).toMatchObject([
    { subject: 'TypeError: x', words: 'was resolved and regressed in 2.0.0: 1 report from 1 user in this range.' },
  ]);
  expect(crashItems([group], '2026-11-11T00:00:00.000Z')).toEqual([]);
});

test('a crash that is suddenly frequent is reported though it never was resolved', () => {
  const spiking = { ...group, is_regression: false, regressed_at: null, is_spiking: true };
  expect(crashItems([spiking], '2026-11-11T00:00:00.000Z')[0]?.words).toContain('is spiking');
});

const regression = {
  kind: 'release',
  tier: 'emerging',
  release_id: 'r1',
  version: '4.11.0',
  detected_at: '2026-11-15T10:00:00.000Z',
  crash_free_delta: -4.918,
  crash_free_rate: 95.082,
  total_sessions: 61,
  change_entity_key: null,
  pre_crash_free_rate: null,
  post_crash_free_rate: null,
} as Parameters<typeof regressionItems>[0][number];

test('what may be chance is said as something that may be', () => {
  const [emerging] = regressionItems([regression]);
  expect(emerging).toMatchObject({
    weight: 'warn',
    words: expect.stringMatching(/^may crash more.*4\.92 points less\.$/),
  });
  const [confirmed] = regressionItems([{ ...regression, tier: 'confirmed' }]);
  expect(confirmed).toMatchObject({ weight: 'bad', words: expect.stringMatching(/^crashes more/) });
});

test('a version that is bad on one platform says on which', () => {
  const releases = [{ id: regression.release_id, platform: 'ios' as const }];
  expect(regressionItems([regression], releases)[0]?.subject).toMatch(/^Version .+ on iOS$/);
  expect(regressionItems([regression], [])[0]?.subject).not.toMatch(/ on /);
});

test('a change after which more crashed leads to the history of the flag', () => {
  const change = {
    ...regression,
    kind: 'change' as const,
    change_entity_key: 'photo_search',
    pre_crash_free_rate: 99,
    post_crash_free_rate: 90,
  };
  expect(regressionItems([change])[0]).toMatchObject({ page: '/flags/$key', params: { key: 'photo_search' } });
});

test('the heaviest comes first, and of the same weight the latest', () => {
  const item = (id: string, weight: LookItem['weight'], at?: string): LookItem => ({
    id,
    weight,
    subject: id,
    words: '',
    page: '/data',
    ...(at === undefined ? {} : { at }),
  });
  const items = [
    item('tidy', 'tidy'),
    item('old', 'bad', '2026-01-01'),
    item('new', 'bad', '2026-02-01'),
    item('warn', 'warn'),
  ];
  expect(items.toSorted(byWeight).map(({ id }) => id)).toEqual(['new', 'old', 'warn', 'tidy']);
});
