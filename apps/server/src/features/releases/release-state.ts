import type { Regression } from './regression.ts';
import type { Release } from './release-store.ts';

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** What a regression rests on, as the wire shows it beside its release. */
function evidenceState(regression: Regression | null) {
  if (regression === null || regression.kind !== 'release') return null;
  return {
    method: 'wilson_95',
    crash_free_rate: regression.crashFreeRate,
    crash_free_delta: regression.crashFreeDelta,
    total_sessions: regression.totalSessions,
    total_crashes: regression.totalCrashes,
    prev_release_id: regression.prevReleaseId,
    prev_version: regression.prevVersion,
    prev_sessions: regression.prevSessions,
    wilson_ci_lo: regression.wilsonLow,
  };
}

/** A release as the change log shows it; the wire adds how it is doing. */
export const releaseState = (release: Release) => ({
  id: release.id,
  environment_id: release.environmentId,
  version: release.version,
  platform: release.platform,
  channel: release.channel,
  status: release.status,
  rollout_pct: release.rolloutPct,
  commit_sha: release.commitSha,
  commit_count: release.commitCount,
  pr_number: release.prNumber,
  pr_title: release.prTitle,
  branch: release.branch,
  origin: release.origin,
  regression_tier: release.regression?.tier ?? null,
  regression_detected_at: iso(release.regression?.detectedAtMs ?? null),
  regression_evidence: evidenceState(release.regression),
  deployed_at: iso(release.deployedAtMs),
  created_at: new Date(release.createdAtMs).toISOString(),
  updated_at: new Date(release.updatedAtMs).toISOString(),
});
