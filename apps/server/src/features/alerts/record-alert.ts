import type { Actor } from '../../control/actor.ts';
import { recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { Alert } from './alert.ts';

/** What people set, in the change log; what is found is in the history of the alert. */
export async function recordAlert(
  db: Db,
  actor: Actor,
  action: string,
  before: Alert | null,
  after: Alert | null,
  atMs: number,
): Promise<void> {
  const alert = after ?? before;
  if (alert === null) return;
  await recordChange(db, actor, {
    projectId: alert.projectId,
    entityType: 'alert',
    entityId: alert.id,
    entityKey: alert.name,
    environmentId: alert.environmentId,
    action,
    before: before && alertSettings(before),
    after: after && alertSettings(after),
    touches: [],
    atMs,
  });
}

/** What people set, as the wire and the change log show it. */
export const alertSettings = (alert: Alert) => ({
  id: alert.id,
  name: alert.name,
  environment_id: alert.environmentId,
  query: alert.query,
  interval: alert.interval,
  step: alert.step,
  condition: alert.condition,
  for_intervals: alert.forIntervals,
  recovery: { margin_percent: alert.recovery.marginPercent, intervals: alert.recovery.intervals },
  remind: alert.remind,
  webhook_ids: alert.webhookIds,
  muted: alert.isMuted,
  muted_until: isoTimeOrNull(alert.mutedUntilMs),
});
