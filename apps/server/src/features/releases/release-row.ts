import { isoTime } from '../../http/request/wire-time.ts';
import type { Change } from '../changes/change-store.ts';
import type { Regression } from './regression.ts';
import type { ListedRelease, WindowHealth } from './release-service.ts';
import { releaseState } from './release-state.ts';

export function releaseRow({ release, numbers, adoptionPct }: ListedRelease) {
  const { commit_count: _, ...state } = releaseState(release);
  return {
    ...state,
    health_status: numbers?.health.status ?? null,
    health_score: numbers?.health.score ?? null,
    crash_free_rate: numbers?.crashFreeRate ?? null,
    error_rate: numbers?.errorRate ?? null,
    p50_latency_ms: numbers?.p50LatencyMs ?? null,
    p99_latency_ms: numbers?.p99LatencyMs ?? null,
    total_sessions: numbers?.sessions ?? null,
    total_users: numbers?.users ?? null,
    adoption_pct: adoptionPct,
  };
}

const deploymentFacts = ['status', 'rollout_pct', 'commit_sha', 'deployed_at'] as const;

/** From entries of the change log: those that changed what is out there. */
const deploymentsOf = (changes: readonly Change[]) =>
  changes
    .filter(({ before, after }) => deploymentFacts.some((fact) => before?.[fact] !== after?.[fact]))
    .map(({ id, environmentId, after, createdAtMs, actor }) => ({
      id,
      environment_id: environmentId,
      ...Object.fromEntries(deploymentFacts.map((fact) => [fact, after?.[fact] ?? null])),
      changed_at: isoTime(createdAtMs),
      actor: actor.name,
    }));

export const releaseDetails = (listed: ListedRelease, changes: readonly Change[]) => ({
  ...releaseRow(listed),
  commit_count: listed.release.commitCount ?? 0,
  recent_deployments: deploymentsOf(changes),
});

const points = (value: number): number => Math.round(value * 10_000) / 10_000;
const delta = (now: number | null, before: number | null | undefined): number | null =>
  now === null || before === null || before === undefined ? null : points(now - before);

export function windowHealthRow(
  releaseId: string,
  environmentId: string,
  windowMinutes: number,
  { numbers, fromMs, toMs, previous }: WindowHealth,
) {
  return {
    release_id: releaseId,
    environment_id: environmentId,
    window_minutes: windowMinutes,
    window_start: isoTime(fromMs),
    window_end: isoTime(toMs),
    total_sessions: numbers.sessions,
    crash_free_rate: numbers.crashFreeRate,
    error_rate: numbers.errorRate,
    p50_api_latency_ms: numbers.p50LatencyMs,
    p95_api_latency_ms: numbers.p95LatencyMs,
    // A project does not say yet which event it counts as a conversion.
    conversion_rate: null,
    health_score: numbers.health.score,
    health_status: numbers.health.status,
    prev_release_id: previous?.release.id ?? null,
    crash_rate_delta: delta(previous?.numbers.crashFreeRate ?? null, numbers.crashFreeRate),
    latency_delta_ms: delta(numbers.p95LatencyMs, previous?.numbers.p95LatencyMs),
  };
}

export function regressionRow(found: Regression) {
  const isChange = found.kind === 'change';
  return {
    kind: found.kind,
    tier: found.tier,
    release_id: found.releaseId,
    version: found.version,
    detected_at: isoTime(found.detectedAtMs),
    crash_free_delta: found.crashFreeDelta,
    crash_free_rate: found.crashFreeRate,
    total_sessions: found.totalSessions,
    prev_release_id: isChange ? null : found.prevReleaseId,
    crash_rate_delta: points(-found.crashFreeDelta),
    error_rate: found.errorRate,
    p95_api_latency_ms: found.p95LatencyMs,
    change_event_id: isChange ? found.changeId : null,
    change_entity_key: isChange ? found.changeKey : null,
    change_entity_type: isChange ? (found.changeOf ?? 'flag') : null,
    change_at: isChange ? isoTime(found.changeAtMs) : null,
    pre_crash_free_rate: isChange ? found.preCrashFreeRate : null,
    post_crash_free_rate: isChange ? found.crashFreeRate : null,
    pre_sessions: isChange ? found.preSessions : null,
    post_sessions: isChange ? found.totalSessions : null,
  };
}
