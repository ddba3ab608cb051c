import { expect, test } from 'vitest';
import {
  evidenceSentence,
  type Regression,
  type Release,
  regressionSentence,
  releaseBefore,
  releaseStatus,
} from './release-words.ts';

const plain = (text: string | undefined) => text?.replaceAll('\u202f', ' ');

test('a rollout is said while it is a part', () => {
  expect(plain(releaseStatus({ status: 'rolling_out', rollout_pct: 80 }).text)).toBe('Rolling out to 80 %');
  expect(plain(releaseStatus({ status: 'paused', rollout_pct: 20 }).text)).toBe('Paused at 20 %');
  expect(releaseStatus({ status: 'active', rollout_pct: 100 }).text).toBe('Active');
});

const evidence = {
  method: 'wilson',
  crash_free_rate: 95.5774,
  crash_free_delta: -3.942,
  total_sessions: 407,
  total_crashes: 18,
  prev_release_id: 'x',
  prev_version: '4.10.0',
  prev_sessions: 1204,
  wilson_ci_lo: 93,
};

test('evidence is said with both sides and how sure it is', () => {
  const said = plain(evidenceSentence({ regression_tier: 'confirmed', regression_evidence: evidence }));
  expect(said).toContain('95.58 % of 407 sessions were crash-free, 3.94 points less than in 4.10.0 (1.2 k sessions)');
  expect(said).toContain('unlikely to be chance');
  expect(evidenceSentence({ regression_tier: 'emerging', regression_evidence: evidence })).toContain('may be chance');
  expect(evidenceSentence({ regression_tier: null, regression_evidence: null })).toBeUndefined();
});

test('a change is held against the hour before it', () => {
  const regression = {
    kind: 'change',
    crash_free_rate: 97,
    crash_free_delta: -2.5,
    total_sessions: 300,
    pre_crash_free_rate: 99.5,
    post_crash_free_rate: 97,
    pre_sessions: 280,
    post_sessions: 300,
  } as Regression;
  expect(plain(regressionSentence(regression))).toBe(
    'Crash-free sessions fell from 99.5 % of 280 in the hour before to 97 % of 300 in the hour after.',
  );
  expect(plain(regressionSentence({ ...regression, kind: 'release' }))).toContain('2.5 points less than before');
});

test('the release before is of the same platform and channel', () => {
  const release = (id: string, platform: string, deployed_at: string | null, channel = 'production') =>
    ({ id, platform, deployed_at, channel }) as Release;
  const all = [
    release('c', 'ios', '2026-11-03'),
    release('b', 'ios', '2026-11-02'),
    release('beta', 'ios', '2026-11-02', 'beta'),
    release('web', 'web', '2026-11-02'),
    release('a', 'ios', '2026-11-01'),
  ];
  expect(releaseBefore(all[0] as Release, all)?.id).toBe('b');
  expect(releaseBefore(all[4] as Release, all)).toBeUndefined();
  expect(releaseBefore(release('n', 'ios', null), all)).toBeUndefined();
});
