import type { Release, ReleaseFacts, ReleaseStatus } from './release-store.ts';

type Facts = Omit<
  Release,
  | 'id'
  | 'projectId'
  | 'environmentId'
  | 'version'
  | 'platform'
  | 'origin'
  | 'regression'
  | 'createdAtMs'
  | 'updatedAtMs'
>;

/** Of a release that is announced without a word about it. */
export const announcedFacts: Facts = {
  channel: 'production',
  status: 'active',
  rolloutPct: 100,
  commitSha: null,
  commitCount: null,
  prNumber: null,
  prTitle: null,
  branch: null,
  deployedAtMs: null,
};

const outThere: ReadonlySet<ReleaseStatus> = new Set(['rolling_out', 'active']);

/**
 * What is said, over what was known. A new release without a status has the one that its rollout says. One that is out
 * there without a time of deployment was deployed now.
 */
export function applyFacts(before: Facts | undefined, said: ReleaseFacts, nowMs: number): Facts {
  const known = before ?? announcedFacts;
  const reported = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const merged = { ...known, ...reported } as Facts;
  const status = before === undefined && said.status === undefined ? statusOf(merged.rolloutPct) : merged.status;
  const isDeployedNow = merged.deployedAtMs === null && said.deployedAtMs !== null && outThere.has(status);
  return { ...merged, status, deployedAtMs: isDeployedNow ? nowMs : merged.deployedAtMs };
}

function statusOf(rolloutPct: number): ReleaseStatus {
  if (rolloutPct === 0) return 'created';
  return rolloutPct < 100 ? 'rolling_out' : 'active';
}
