import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, json, listOf, text } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { CohortMember } from './cohort-store.ts';

const memberRow = { id: text, userId: chosenId, addedAtMs: integer };
const ofCohort = { cohortId: text };

const MEMBER = 'SELECT id, user_id AS userId, added_at AS addedAtMs FROM cohort_members WHERE cohort_id = :cohortId';
const LIST = statement({
  sql: `${MEMBER} AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { ...ofCohort, cursor: text, limit: integer },
  row: memberRow,
});
const COUNT = statement({
  sql: 'SELECT count(*) AS members FROM cohort_members WHERE cohort_id = :cohortId',
  params: ofCohort,
  row: { members: integer },
});
const COUNT_KNOWN = statement({
  sql: 'SELECT count(*) AS known FROM cohort_members WHERE cohort_id = :cohortId AND user_id IN :userIds',
  params: { ...ofCohort, userIds: listOf(chosenId) },
  row: { known: integer },
});
const INSERT = statement({
  sql: `INSERT INTO cohort_members (id, cohort_id, user_id, added_at) VALUES (:id, :cohortId, :userId, :addedAtMs)
    ON CONFLICT (cohort_id, user_id) DO NOTHING`,
  params: { ...memberRow, ...ofCohort },
});
const DELETE = statement({
  sql: 'DELETE FROM cohort_members WHERE cohort_id = :cohortId AND user_id = :userId',
  params: { ...ofCohort, userId: chosenId },
});
const USER_IDS = statement({
  sql: `SELECT user_id AS userId FROM cohort_members WHERE cohort_id = :cohortId AND user_id > :after
    ORDER BY user_id LIMIT :limit`,
  params: { ...ofCohort, after: chosenId, limit: integer },
  row: { userId: chosenId },
});
const FIND_SERVED = statement({
  sql: 'SELECT members, is_served AS isServed FROM served_cohorts WHERE cohort_id = :cohortId',
  params: ofCohort,
  row: { members: json<readonly string[]>(), isServed: integer },
});
const SERVE = statement({
  sql: `INSERT INTO served_cohorts (cohort_id, project_id, environment_id, key, members, is_served, revision)
    SELECT id, project_id, environment_id, key, :members, :isServed, 1 FROM cohorts WHERE id = :cohortId
    ON CONFLICT (cohort_id) DO UPDATE SET members = excluded.members, is_served = excluded.is_served,
    revision = served_cohorts.revision + 1`,
  params: { ...ofCohort, members: json<readonly string[]>(), isServed: integer },
});
const COHORTS_OF_USER = statement({
  sql: `SELECT cohort_id AS cohortId FROM cohort_members m JOIN cohorts c ON c.id = m.cohort_id
    WHERE c.environment_id = :environmentId AND m.user_id = :userId`,
  params: { environmentId: text, userId: chosenId },
  row: { cohortId: text },
});
const SERVED_MENTIONING = statement({
  sql: `SELECT cohort_id AS cohortId, members FROM served_cohorts WHERE environment_id = :environmentId
    AND strpos(members, :mention) > 0`,
  params: { environmentId: text, mention: text },
  row: { cohortId: text, members: json<readonly string[]>() },
});

/** One more than the page holds where there is a next one. */
export async function listCohortMembers(db: Db, cohortId: string, page: PageRequest): Promise<readonly CohortMember[]> {
  return await db.all(LIST, { cohortId, cursor: cursorOf(page), limit: page.limit + 1 });
}

export const countCohortMembers = async (db: Db, cohortId: string): Promise<number> =>
  (await db.one(COUNT, { cohortId }))?.members ?? 0;

export const countKnown = async (db: Db, cohortId: string, userIds: readonly string[]): Promise<number> =>
  (await db.one(COUNT_KNOWN, { cohortId, userIds }))?.known ?? 0;

/** False when the user was in it already. */
export const insertCohortMember = async (db: Db, cohortId: string, member: CohortMember): Promise<boolean> =>
  (await db.run(INSERT, { ...member, cohortId })) > 0;

export const deleteCohortMember = async (db: Db, cohortId: string, userId: string): Promise<boolean> =>
  (await db.run(DELETE, { cohortId, userId })) > 0;

export const userIdsOf = async (db: Db, cohortId: string, after: string, limit: number): Promise<string[]> =>
  (await db.all(USER_IDS, { cohortId, after, limit })).map(({ userId }) => userId);

export async function findServed(db: Db, cohortId: string): Promise<readonly string[] | null | undefined> {
  const row = await db.one(FIND_SERVED, { cohortId });
  return row && (row.isServed === 0 ? null : row.members);
}

export async function saveServed(db: Db, cohortId: string, userIds: readonly string[] | null): Promise<void> {
  await db.run(SERVE, { cohortId, members: userIds ?? [], isServed: userIds === null ? 0 : 1 });
}

/** Takes the user out of every list of the environment, and out of what is served; how many lists there were. */
export async function eraseFromCohorts(db: Db, environmentId: string, userId: string): Promise<number> {
  const listed = await db.all(COHORTS_OF_USER, { environmentId, userId });
  for (const { cohortId } of listed) await deleteCohortMember(db, cohortId, userId);
  // As JSON writes the id, so that no other one is found that holds it.
  for (const { cohortId, members } of await db.all(SERVED_MENTIONING, {
    environmentId,
    mention: JSON.stringify(userId),
  })) {
    await saveServed(
      db,
      cohortId,
      members.filter((each) => each !== userId),
    );
  }
  return listed.length;
}
