import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, text } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { GroupMember } from './group-store.ts';

const memberRow = { id: text, userId: chosenId, addedAtMs: integer };

const MEMBER = 'SELECT id, user_id AS userId, added_at AS addedAtMs FROM group_members WHERE group_id = :groupId';
const LIST = statement({
  sql: `${MEMBER} AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { groupId: text, cursor: text, limit: integer },
  row: memberRow,
});
const LIST_IDS = statement({
  sql: 'SELECT user_id AS userId FROM group_members WHERE group_id = :groupId LIMIT :limit',
  params: { groupId: text, limit: integer },
  row: { userId: chosenId },
});
const FIND = statement({
  sql: `${MEMBER} AND user_id = :userId`,
  params: { groupId: text, userId: chosenId },
  row: memberRow,
});
const INSERT = statement({
  sql: 'INSERT INTO group_members (id, group_id, user_id, added_at) VALUES (:id, :groupId, :userId, :addedAtMs)',
  params: { ...memberRow, groupId: text },
});
const DELETE = statement({ sql: 'DELETE FROM group_members WHERE id = :id', params: { id: text } });
// As the index has it. Two are enough to see that there are several.
const WITH_EMAIL = statement({
  sql: `SELECT DISTINCT u.user_id AS userId FROM environments e JOIN users u ON u.environment_id = e.id
    WHERE e.project_id = :projectId AND json_text(u.attributes, 'email') IS NOT NULL
    AND lower(json_text(u.attributes, 'email')) = lower(:email) LIMIT 2`,
  params: { projectId: text, email: text },
  row: { userId: chosenId },
});

/** One more than the page holds where there is a next one. */
export async function listMembers(db: Db, groupId: string, page: PageRequest): Promise<readonly GroupMember[]> {
  return await db.all(LIST, { groupId, cursor: cursorOf(page), limit: page.limit + 1 });
}

export async function listMemberIds(db: Db, groupId: string, limit: number): Promise<readonly string[]> {
  return (await db.all(LIST_IDS, { groupId, limit })).map(({ userId }) => userId);
}

export async function findMember(db: Db, groupId: string, userId: string): Promise<GroupMember | undefined> {
  return await db.one(FIND, { groupId, userId });
}

export async function insertMember(db: Db, groupId: string, member: GroupMember): Promise<void> {
  await db.run(INSERT, { ...member, groupId });
}

export async function deleteMember(db: Db, id: string): Promise<void> {
  await db.run(DELETE, { id });
}

/** Users of the project, in any environment; two at most. */
export async function usersWithEmail(db: Db, projectId: string, email: string): Promise<string[]> {
  return (await db.all(WITH_EMAIL, { projectId, email })).map(({ userId }) => userId);
}
