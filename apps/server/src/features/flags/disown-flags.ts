import type { Actor } from '../../control/actor.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { flagsOwnedBy, saveFlag } from './flag-statements.ts';
import { recordFlag } from './record-flag.ts';

/** The flags of somebody who leaves the project are nobody's. */
export async function disownFlags(db: Db, projectId: string, memberId: string, actor: Actor): Promise<void> {
  for (const before of await flagsOwnedBy(db, projectId, memberId)) {
    const after = { ...before, ownerId: null, updatedAtMs: await nextMoment(db, projectId) };
    await saveFlag(db, after);
    await recordFlag(db, actor, 'updated', { before, after });
  }
}
