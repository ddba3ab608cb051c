import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import type { Scope } from '../../edge/scope.ts';
import {
  countCohortMembers,
  countKnown,
  deleteCohortMember,
  insertCohortMember,
  listCohortMembers,
  userIdsOf,
} from './cohort-member-statements.ts';
import { findCohort } from './cohort-statements.ts';
import { type Cohort, type CohortMember, MAX_LISTED } from './cohort-store.ts';

export const cohortMemberOperations = {
  members: reading(
    async (db, scope: Scope, idOrKey: string, page: PageRequest): Promise<Page<CohortMember> | undefined> => {
      const cohort = await findCohort(db, scope, idOrKey);
      return cohort && pageOf(await listCohortMembers(db, cohort.id, page), page);
    },
  ),
  addMembers: writing(async (db, scope: Scope, idOrKey: string, userIds: readonly string[], actor: Actor) => {
    const cohort = await findCohort(db, scope, idOrKey);
    return cohort && (await addMembers(db, cohort, userIds, actor));
  }),
  countNew: reading(
    async (db, cohortId: string, userIds: readonly string[]): Promise<number> =>
      userIds.length - (await countKnown(db, cohortId, userIds)),
  ),
  countMembers: reading(countCohortMembers),
  removeMember: writing(async (db, scope: Scope, idOrKey: string, userId: string, actor: Actor): Promise<boolean> => {
    const cohort = await findCohort(db, scope, idOrKey);
    if (cohort === undefined) return false;
    requireList(cohort);
    if (!(await deleteCohortMember(db, cohort.id, userId))) return false;
    await record(db, cohort, 'members_removed', 1, actor);
    return true;
  }),
  userIds: reading(userIdsOf),
};

async function addMembers(
  db: Db,
  cohort: Cohort,
  userIds: readonly string[],
  actor: Actor,
): Promise<{ readonly added: number; readonly size: number }> {
  requireList(cohort);
  if (cohort.archivedAtMs !== null) {
    throw new WrongState('COHORT_ARCHIVED', `The cohort "${cohort.key}" is archived and can't have new members.`);
  }
  const addedAtMs = await nextMoment(db, cohort.projectId);
  let added = 0;
  for (const userId of userIds) {
    if (await insertCohortMember(db, cohort.id, { id: uuidv7(), userId, addedAtMs })) added += 1;
  }
  const size = await countCohortMembers(db, cohort.id);
  if (size > MAX_LISTED) {
    throw new Unacceptable('user_ids', `A list can have at most ${MAX_LISTED} users; this one would have ${size}.`);
  }
  if (added > 0) await record(db, cohort, 'members_added', added, actor);
  return { added, size };
}

/** Who they are is not logged: there can be a million, and they may ask to be forgotten. */
async function record(db: Db, cohort: Cohort, action: string, count: number, actor: Actor): Promise<void> {
  await recordChange(db, actor, {
    projectId: cohort.projectId,
    environmentId: cohort.environmentId,
    entityType: 'cohort',
    entityId: cohort.id,
    entityKey: cohort.key,
    action,
    before: null,
    after: { id: cohort.id, key: cohort.key, count },
    touches: [],
    atMs: await nextMoment(db, cohort.projectId),
  });
}

function requireList({ kind, key }: Cohort): void {
  if (kind !== 'list') {
    throw new WrongState('COHORT_NOT_A_LIST', `The cohort "${key}" is computed: users can't be added or removed.`);
  }
}
