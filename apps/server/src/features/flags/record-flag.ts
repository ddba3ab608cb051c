import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../control/actor.ts';
import { memberName } from '../../control/member-name-statements.ts';
import { environmentIdsOf, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { type FlagState, flagState } from './flag-state.ts';
import type { FlagCore } from './flag-statements.ts';

/** Logs what became of a flag. Nothing that is served changes with its owner or its expiry. */
export async function recordFlag(
  db: Db,
  actor: Actor,
  action: string,
  { before, after, comment }: { readonly before: FlagCore | null; readonly after: FlagCore; readonly comment?: string },
): Promise<void> {
  const { ownerId, expiresOn, updatedAtMs } = after;
  const isServedAlike = before !== null && isDeepStrictEqual({ ...before, ownerId, expiresOn, updatedAtMs }, after);
  await recordChange(db, actor, {
    projectId: after.projectId,
    entityType: 'flag',
    entityId: after.id,
    entityKey: after.key,
    action,
    before: before && (await stateOf(db, before)),
    after: await stateOf(db, after),
    comment,
    touches: isServedAlike ? [] : await environmentIdsOf(db, after.projectId),
    atMs: updatedAtMs,
  });
}

const stateOf = async (db: Db, flag: FlagCore): Promise<FlagState> =>
  flagState({ ...flag, owner: await memberName(db, flag.ownerId) });
