import type { Actor } from '../../control/actor.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { crashGroupState } from './crash-group-state.ts';
import { findGroup } from './crash-group-statements.ts';
import type { CrashGroup } from './crash-group-store.ts';

/** Logs what became of the group, and answers it. */
export async function logGroup(db: Db, actor: Actor, action: string, before: CrashGroup): Promise<CrashGroup> {
  const after = (await findGroup(db, before.environmentId, before.id)) ?? before;
  await recordGroup(db, actor, action, before, crashGroupState(before), crashGroupState(after));
  return after;
}

export async function recordGroup(
  db: Db,
  actor: Actor,
  action: string,
  { projectId, environmentId, id, title }: CrashGroup,
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  const atMs = await nextMoment(db, projectId);
  const entity = { projectId, environmentId, entityType: 'crash_group', entityId: id, entityKey: title } as const;
  await recordChange(db, actor, { ...entity, action, before, after, touches: [], atMs });
}
