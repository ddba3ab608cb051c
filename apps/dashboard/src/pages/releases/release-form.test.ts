import { expect, test } from 'vitest';
import { announceBody, emptyForm, formOf, patchBody } from './release-form.ts';
import type { Release } from './release-words.ts';

test('an announcement says what was filled in, and leaves the rest to the server', () => {
  expect(announceBody({ ...emptyForm, version: ' 4.12.0 ', rolloutPct: 10 })).toEqual({
    version: '4.12.0',
    platform: 'ios',
    channel: 'production',
    rollout_pct: 10,
  });
});

test('an edit can take a fact away', () => {
  const release = {
    version: '1',
    platform: 'web',
    channel: 'beta',
    status: 'paused',
    rollout_pct: 20,
    commit_sha: 'abc',
    branch: 'main',
    pr_number: 8,
    pr_title: 'Faster',
  } as Release;
  expect(patchBody({ ...formOf(release), branch: ' ', prNumber: '' })).toEqual({
    channel: 'beta',
    status: 'paused',
    rollout_pct: 20,
    commit_sha: 'abc',
    branch: null,
    pr_number: null,
    pr_title: 'Faster',
  });
});
