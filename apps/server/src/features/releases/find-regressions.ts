import { HOUR_MS } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { Actor } from '../../control/actor.ts';
import type { Scope } from '../../edge/scope.ts';
import type { Change, ChangeStore } from '../changes/change-store.ts';
import { sessionHealthQuery } from '../crashes/queries/session-health.ts';
import { judgeCrashes } from './judge-crashes.ts';
import { lastDays, NumbersByRelease } from './release-numbers.ts';
import type { Release, ReleaseStore } from './release-store.ts';

export interface RegressionDeps {
  readonly store: AnalyticsStore;
  readonly releases: ReleaseStore;
  readonly changes: ChangeStore;
}

/** Of a release and of the one before: what was sent in so many days. */
export const RELEASE_DAYS = 30;
/** Before and after a change. */
const CHANGE_WINDOW_MS = HOUR_MS;
/** Clients that were offline send late. */
const CHANGE_WATCH_MS = 3 * HOUR_MS;
const MAX_RELEASES = 100;
const MAX_CHANGES = 20;
const MAX_CANDIDATES = 5;

export const scheduler: Actor = { kind: 'scheduler', id: 'releases', name: 'Release watch' };

/** Holds the latest releases against the ones before them. */
export async function findReleaseRegressions(deps: RegressionDeps, scope: Scope, nowMs: number) {
  const { fromMs, toMs } = lastDays(RELEASE_DAYS, nowMs);
  const latest = await deps.releases.deployedBetween(scope, fromMs, toMs, MAX_RELEASES);
  if (latest.length === 0) return;
  const numbers = await NumbersByRelease.of(deps.store, scope, fromMs, toMs);
  for (const release of latest) await judgeRelease(deps.releases, release, numbers);
}

async function judgeRelease(releases: ReleaseStore, release: Release, numbers: NumbersByRelease): Promise<void> {
  const before = await releases.before(release.projectId, release.id);
  if (before === undefined) return;
  const [now, then] = [numbers.find(release), numbers.find(before)];
  const judged = judgeCrashes(now, then);
  if (judged === undefined) return;
  if (judged.tier !== null) {
    const { tier, crashFreeRate, crashFreeDelta, wilsonLow } = judged;
    const found = { kind: 'release', releaseId: release.id, tier, crashFreeRate, crashFreeDelta, wilsonLow } as const;
    const { errorRate, p95LatencyMs, sessions: totalSessions, crashedSessions: totalCrashes } = now;
    const facts = { errorRate, p95LatencyMs, totalSessions, totalCrashes };
    const previous = { prevReleaseId: before.id, prevVersion: before.version, prevSessions: then.sessions };
    await releases.noteRegression(release.projectId, { ...found, ...facts, ...previous }, scheduler);
    return;
  }
  // What only looked like one is over when nothing is left of it; what was sure stays for people to read.
  if (release.regression?.tier === 'emerging' && !judged.isWorse) {
    await releases.endRegression(release.projectId, release.id, scheduler);
  }
}

const isOfFlag = ({ entityType, action }: Change): boolean =>
  entityType === 'targeting' || ((entityType === 'flag' || entityType === 'experiment') && action !== 'created');

/** Holds the hour after each change of a flag or an experiment against the hour before it. */
export async function findChangeRegressions(deps: RegressionDeps, scope: Scope, nowMs: number) {
  const filter = { projectId: scope.projectId, fromMs: nowMs - CHANGE_WATCH_MS };
  const { rows } = await deps.changes.list(filter, { limit: 100 });
  const isHere = ({ environmentId }: Change): boolean =>
    environmentId === null || environmentId === scope.environmentId;
  const latest = rows.filter((change) => isOfFlag(change) && isHere(change)).slice(0, MAX_CHANGES);
  for (const change of latest) await judgeChange(deps, scope, change);
}

async function judgeChange({ store, releases }: RegressionDeps, scope: Scope, change: Change): Promise<void> {
  const atMs = change.createdAtMs;
  const before = { scope, fromMs: atMs - CHANGE_WINDOW_MS, toMs: atMs, limit: 1 };
  const untilMs = atMs + CHANGE_WINDOW_MS;
  const { totals: pre } = await store.run(sessionHealthQuery, before);
  const { totals: post } = await store.run(sessionHealthQuery, { ...before, fromMs: atMs, toMs: untilMs });
  const judged = judgeCrashes(post, pre);
  if (judged === undefined || judged.tier === null) return;
  const numbers = await NumbersByRelease.of(store, scope, atMs, untilMs);
  const release = await busiestRelease(releases, scope, numbers);
  // Sessions that say no version are of no release, and a regression is of one.
  if (release === undefined) return;
  const { errorRate, p95LatencyMs } = numbers.find(release);
  await releases.noteRegression(
    scope.projectId,
    {
      kind: 'change',
      releaseId: release.id,
      tier: judged.tier,
      crashFreeRate: judged.crashFreeRate,
      crashFreeDelta: judged.crashFreeDelta,
      wilsonLow: judged.wilsonLow,
      totalSessions: post.sessions,
      totalCrashes: post.crashedSessions,
      errorRate,
      p95LatencyMs,
      changeId: change.id,
      changeKey: change.entityKey,
      changeOf: change.entityType === 'experiment' ? 'experiment' : 'flag',
      changeAtMs: atMs,
      preCrashFreeRate: judged.crashFreeBefore,
      preSessions: pre.sessions,
    },
    scheduler,
  );
}

/** Not every version that data names is a release. */
async function busiestRelease(
  releases: ReleaseStore,
  scope: Scope,
  numbers: NumbersByRelease,
): Promise<Release | undefined> {
  for (const { platform, version } of numbers.busiest(MAX_CANDIDATES)) {
    const release = await releases.findVersion(scope, platform, version);
    if (release !== undefined) return release;
  }
  return undefined;
}
