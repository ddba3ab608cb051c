import { createHash } from 'node:crypto';
import { badVersion, type Release, releases } from '../../releases.ts';
import { DAY_MS } from '../../units.ts';
import type { ApiClient } from '../api-client.ts';

const platforms = ['ios', 'android', 'web'] as const;
type Platform = (typeof platforms)[number];

/** What the pull request of each release was about. Releases before these announced themselves by their data. */
const pullRequests: Readonly<Record<string, readonly [number: number, title: string, commits: number]>> = {
  '4.8.0': [701, 'Saved lists, and a quicker start', 64],
  '4.8.1': [717, 'Keep the basket when the session ends', 5],
  '4.9.0': [738, 'Chat with support', 71],
  '4.10.0': [764, 'A new home screen', 83],
  [badVersion]: [791, 'Delivery slots on the home screen', 58],
  '4.11.1': [797, 'Take the delivery slots off the home screen again', 3],
  '4.12.0': [812, 'Faster search', 49],
};

/** @returns how many were not there before */
export async function announceReleases(client: ApiClient, untilMs: number): Promise<number> {
  const rows = await client.data<readonly { readonly version: string; readonly platform: string }[]>(
    'GET',
    '/v1/releases?limit=100',
  );
  const known = new Set(rows.map(({ version, platform }) => `${platform} ${version}`));
  let made = 0;
  for (const release of releases) {
    if (pullRequests[release.version] === undefined) continue;
    for (const platform of platforms) {
      if (known.has(`${platform} ${release.version}`)) continue;
      await client.data('POST', '/v1/releases', announcement(release, platform, untilMs));
      made += 1;
    }
  }
  return made;
}

function announcement({ version, daysBeforeEnd }: Release, platform: Platform, untilMs: number) {
  const [number, title, commits] = pullRequests[version] as readonly [number, string, number];
  return {
    version,
    platform,
    ...progress(version, platform),
    deployed_at: new Date(untilMs - daysBeforeEnd * DAY_MS).toISOString(),
    commit_sha: createHash('sha1').update(`larder ${version}`).digest('hex'),
    commit_count: commits,
    branch: `release/${version}`,
    pr_number: number,
    pr_title: title,
  };
}

function progress(version: string, platform: Platform): { status: string; rollout_pct: number } {
  if (version === badVersion) return { status: 'rolled_back', rollout_pct: 0 };
  if (version !== releases.at(-1)?.version) return { status: 'superseded', rollout_pct: 100 };
  // The store hands it out in steps; browsers and iPhones have all of it.
  return platform === 'android' ? { status: 'rolling_out', rollout_pct: 80 } : { status: 'active', rollout_pct: 100 };
}
