import type { Actor } from '../../control/actor.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Rule } from '../../edge/targeting-rules.ts';
import { groupMemberState } from '../groups/group-state.ts';
import {
  CHANGES_MENTIONING,
  DELETE_MEMBERSHIP,
  DELETE_USER_GROUPS,
  MEMBERSHIPS,
  OVERRIDES_MENTIONING,
  REWRITE_CHANGE,
  RULES_MENTIONING,
} from './privacy-statements.ts';
import { ERASED_MARK } from './privacy-store.ts';

/** Takes the user out of all groups of the project; returns their keys. */
export async function eraseMemberships(db: Db, projectId: string, userId: string, actor: Actor): Promise<string[]> {
  const memberships = await db.all(MEMBERSHIPS, { projectId, userId });
  for (const { id, addedAtMs, groupId, groupKey } of memberships) {
    await db.run(DELETE_MEMBERSHIP, { id });
    await recordChange(db, actor, {
      projectId,
      entityType: 'group_member',
      entityId: id,
      entityKey: groupKey,
      action: 'erased',
      before: groupMemberState({ id: groupId, key: groupKey }, { id, userId: ERASED_MARK, addedAtMs }),
      after: null,
      touches: [],
      atMs: await nextMoment(db, projectId),
    });
  }
  await db.run(DELETE_USER_GROUPS, { projectId, userId });
  return memberships.map(({ groupKey }) => groupKey);
}

/** Replaces the id in the log of memberships, which goes on to say when somebody joined and left. */
export async function eraseFromChanges(db: Db, projectId: string, userId: string): Promise<number> {
  let changed = 0;
  for (const { id, before, after } of await db.all(CHANGES_MENTIONING, {
    projectId,
    mention: JSON.stringify(userId),
  })) {
    const [marked, markedAfter] = [withoutUser(before, userId), withoutUser(after, userId)];
    if (marked === before && markedAfter === after) continue;
    changed += await db.run(REWRITE_CHANGE, { before: marked, after: markedAfter, id });
  }
  return changed;
}

function withoutUser(state: string | null, userId: string): string | null {
  const parsed = state === null ? null : (JSON.parse(state) as { readonly user_id?: unknown });
  return parsed?.user_id === userId ? JSON.stringify({ ...parsed, user_id: ERASED_MARK }) : state;
}

/** Rules that are in force in the environment. */
export async function countRulesNaming(db: Db, environmentId: string, userId: string): Promise<number> {
  const candidates = await db.all(RULES_MENTIONING, { environmentId, mention: JSON.stringify(userId) });
  return candidates
    .flatMap(({ rules }) => JSON.parse(rules) as Rule[])
    .filter(({ conditions }) => conditions.some(({ field, values }) => field === 'user_id' && values.includes(userId)))
    .length;
}

/** Experiments of the environment, in whatever state, of which the user is a tester by their id. */
export async function countExperimentsNaming(db: Db, environmentId: string, userId: string): Promise<number> {
  const candidates = await db.all(OVERRIDES_MENTIONING, { environmentId, mention: JSON.stringify(userId) });
  return candidates.filter(({ overrides }) => overrides.some(({ user_ids }) => user_ids.includes(userId))).length;
}
