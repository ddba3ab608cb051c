import type { Actor } from '../../control/actor.ts';
import { recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { endpointState } from './endpoint-state.ts';
import type { Endpoint } from './webhook-store.ts';

export async function recordEndpoint(
  db: Db,
  actor: Actor,
  action: string,
  before: Endpoint | null,
  after: Endpoint | null,
  atMs: number,
): Promise<void> {
  const endpoint = after ?? before;
  if (endpoint === null) return;
  const { projectId, environmentId, id, name } = endpoint;
  await recordChange(db, actor, {
    projectId,
    entityType: 'webhook',
    entityId: id,
    entityKey: name,
    ...(environmentId === null ? {} : { environmentId }),
    action,
    before: before && endpointState(before),
    after: after && endpointState(after),
    touches: [],
    atMs,
  });
}
