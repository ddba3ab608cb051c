import type { Actor } from '../../../control/actor.ts';
import type { Db } from '../../../control/sql/db.ts';
import { integer, json, text, uuid } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';
import type { CrashComment } from './crash-comment.ts';

const comment = { id: text, author: json<Actor>(), text, createdAtMs: integer };
// A group that was merged away keeps its comments, so a split gives them back.
const OF_GROUP = `group_id IN (SELECT id FROM crash_groups WHERE id = :groupId OR merged_into = :groupId)`;
const COMMENT = 'SELECT id, author, text, created_at AS createdAtMs FROM crash_group_comments';

const LIST = statement({
  sql: `${COMMENT} WHERE ${OF_GROUP} AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { groupId: text, cursor: text, limit: integer },
  row: comment,
});
const FIND = statement({
  sql: `${COMMENT} WHERE ${OF_GROUP} AND id = :id`,
  params: { groupId: text, id: uuid },
  row: comment,
});
const COUNT = statement({
  sql: `SELECT count(*) AS count FROM crash_group_comments WHERE ${OF_GROUP}`,
  params: { groupId: text },
  row: { count: integer },
});
const INSERT = statement({
  sql: `INSERT INTO crash_group_comments (id, group_id, author, text, created_at)
    VALUES (:id, :groupId, :author, :text, :createdAtMs)`,
  params: { ...comment, groupId: text },
});
const DELETE = statement({
  sql: 'DELETE FROM crash_group_comments WHERE id = :id',
  params: { id: text },
});
const DELETE_ALL = statement({
  sql: `DELETE FROM crash_group_comments WHERE ${OF_GROUP}`,
  params: { groupId: text },
});

/** Newest first. */
export async function listComments(
  db: Db,
  groupId: string,
  cursor: string,
  limit: number,
): Promise<readonly CrashComment[]> {
  return await db.all(LIST, { groupId, cursor, limit });
}

export async function findComment(db: Db, groupId: string, id: string): Promise<CrashComment | undefined> {
  return await db.one(FIND, { groupId, id });
}

export async function countComments(db: Db, groupId: string): Promise<number> {
  return (await db.one(COUNT, { groupId }))?.count ?? 0;
}

export async function insertComment(db: Db, groupId: string, made: CrashComment): Promise<void> {
  await db.run(INSERT, { ...made, groupId });
}

export async function deleteComment(db: Db, id: string): Promise<void> {
  await db.run(DELETE, { id });
}

export async function deleteComments(db: Db, groupId: string): Promise<number> {
  return await db.run(DELETE_ALL, { groupId });
}
