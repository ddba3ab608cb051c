import type { Actor } from '../../../control/actor.ts';
import type { Db } from '../../../control/sql/db.ts';
import { assignGroup, groupsAssignedTo } from '../crash-group-statements.ts';
import { logGroup } from '../log-crash-group.ts';

/** The crash groups of somebody who leaves the project are nobody's. */
export async function unassignMember(db: Db, projectId: string, memberId: string, actor: Actor): Promise<void> {
  for (const group of await groupsAssignedTo(db, projectId, memberId)) {
    await assignGroup(db, group.id, null);
    await logGroup(db, actor, 'unassigned', group);
  }
}
