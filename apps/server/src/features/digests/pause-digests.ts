import type { Actor } from '../../control/actor.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { nextRunAfter } from './digest-schedule.ts';
import { ACTIVE_DIGESTS, DIGESTS_OF_DASHBOARD, DIGESTS_OF_TARGET, SAVE_DIGEST, SET_NEXT } from './digest-statements.ts';
import type { Digest, PauseReason } from './digest-store.ts';
import { recordDigest } from './record-digest.ts';

/** In the transaction that deletes the dashboard. */
export async function pauseDigestsOfDashboard(
  db: Db,
  projectId: string,
  dashboardId: string,
  actor: Actor,
): Promise<void> {
  for (const digest of await db.all(DIGESTS_OF_DASHBOARD, { projectId, dashboardId })) {
    await change(db, digest, paused(digest, 'dashboard_deleted'), 'paused', actor);
  }
}

/** In the transaction that deletes the endpoint: it is a target no more, and a digest without one is paused. */
export async function removeTargetFromDigests(
  db: Db,
  projectId: string,
  endpointId: string,
  actor: Actor,
): Promise<void> {
  for (const digest of await db.all(DIGESTS_OF_TARGET, { projectId, endpointId })) {
    const targets = digest.targets.filter((id) => id !== endpointId);
    const after = { ...digest, targets };
    if (targets.length > 0) await change(db, digest, after, 'updated', actor);
    else await change(db, digest, paused(after, 'targets_deleted'), 'paused', actor);
  }
}

/** In the transaction that changes the time zone of the project. */
export async function rescheduleDigests(db: Db, projectId: string, timezone: string): Promise<void> {
  const nowMs = Date.now();
  for (const digest of await db.all(ACTIVE_DIGESTS, { projectId })) {
    // One that is due now is not put off.
    if (digest.nextAtMs === null || digest.nextAtMs <= nowMs) continue;
    await db.run(SET_NEXT, { id: digest.id, nextAtMs: nextRunAfter(digest, timezone, nowMs) });
  }
}

/** A reason that was there before says more than that something else is gone too. */
function paused(digest: Digest, reason: PauseReason): Digest {
  const pauseReason = digest.pauseReason === null || digest.pauseReason === 'user' ? reason : digest.pauseReason;
  return { ...digest, status: 'paused', pauseReason, nextAtMs: null };
}

async function change(db: Db, before: Digest, after: Digest, action: string, actor: Actor): Promise<void> {
  const updatedAtMs = await nextMoment(db, before.projectId);
  await db.run(SAVE_DIGEST, { ...after, updatedAtMs });
  await recordDigest(db, actor, action, before, after, updatedAtMs);
}
