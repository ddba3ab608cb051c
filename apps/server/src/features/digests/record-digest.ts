import type { Actor } from '../../control/actor.ts';
import { recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Digest } from './digest-store.ts';

/** An entry of the change log. */
export async function recordDigest(
  db: Db,
  actor: Actor,
  action: string,
  before: Digest | null,
  after: Digest | null,
  atMs: number,
): Promise<void> {
  const digest = after ?? before;
  if (digest === null) return;
  const { projectId, environmentId, id, name } = digest;
  await recordChange(db, actor, {
    projectId,
    entityType: 'digest',
    entityId: id,
    entityKey: name,
    environmentId,
    action,
    before: before && digestState(before),
    after: after && digestState(after),
    touches: [],
    atMs,
  });
}

const digestState = (digest: Digest) => ({
  id: digest.id,
  name: digest.name,
  dashboard_id: digest.dashboardId,
  frequency: digest.frequency,
  weekday: digest.weekday,
  time: digest.time,
  targets: digest.targets,
  status: digest.status,
  paused_reason: digest.pauseReason,
});
