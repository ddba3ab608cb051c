import type { Db } from '../../control/sql/db.ts';
import { chosenId, integer, json, nullable, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { lastErasedUserRevision } from '../privacy/erased-subjects-statements.ts';
import type { Attributes } from './device-store.ts';
import type { StoredUser, UserPlace, UserProfile } from './user-store.ts';

const groupKeys = json<readonly string[]>();

/** A user is known by what an environment stored of it, or by the groups of the project. */
const FIND = statement({
  sql: `SELECT u.attributes, u.revision, g.group_keys AS groupKeys, g.revision AS groupRevision
    FROM environments e LEFT JOIN users u ON u.environment_id = e.id AND u.user_id = :userId
    LEFT JOIN user_groups g ON g.project_id = e.project_id AND g.user_id = :userId WHERE e.id = :environmentId`,
  params: { environmentId: uuid, userId: chosenId },
  row: {
    attributes: nullable(json<Attributes>()),
    revision: nullable(integer),
    groupKeys: nullable(groupKeys),
    groupRevision: nullable(integer),
  },
});
// As the index has it.
const WITH_EMAIL = statement({
  sql: `SELECT user_id AS userId FROM users WHERE environment_id = :environmentId
    AND json_text(attributes, 'email') IS NOT NULL AND lower(json_text(attributes, 'email')) = lower(:email)
    ORDER BY user_id LIMIT 100`,
  params: { environmentId: text, email: text },
  row: { userId: chosenId },
});
const AFTER = statement({
  sql: `SELECT e.project_id AS projectId, u.environment_id AS environmentId, u.user_id AS userId, u.attributes,
    u.updated_at AS updatedAtMs FROM users u JOIN environments e ON e.id = u.environment_id
    WHERE u.environment_id > :environmentId OR (u.environment_id = :environmentId AND u.user_id > :userId)
    ORDER BY u.environment_id, u.user_id LIMIT :limit`,
  params: { environmentId: text, userId: chosenId, limit: integer },
  row: {
    projectId: text,
    environmentId: text,
    userId: chosenId,
    attributes: json<Attributes>(),
    updatedAtMs: integer,
  },
});
const SAVE = statement({
  sql: `INSERT INTO users (environment_id, user_id, attributes, revision, created_at, updated_at)
    VALUES (:environmentId, :userId, :attributes, :revision, :atMs, :atMs) ON CONFLICT (environment_id, user_id)
    DO UPDATE SET attributes = excluded.attributes, revision = excluded.revision, updated_at = excluded.updated_at`,
  params: {
    environmentId: text,
    userId: chosenId,
    attributes: json<Attributes>(),
    revision: integer,
    atMs: integer,
  },
});
const FIND_GROUPS = statement({
  sql: 'SELECT group_keys AS groupKeys FROM user_groups WHERE project_id = :projectId AND user_id = :userId',
  params: { projectId: text, userId: chosenId },
  row: { groupKeys: nullable(groupKeys) },
});
const SAVE_GROUPS = statement({
  sql: `INSERT INTO user_groups (project_id, user_id, group_keys, revision)
    VALUES (:projectId, :userId, :groupKeys, :firstRevision) ON CONFLICT (project_id, user_id)
    DO UPDATE SET group_keys = excluded.group_keys, revision = user_groups.revision + 1`,
  params: { projectId: text, userId: chosenId, groupKeys, firstRevision: integer },
});

export interface KeptUser extends UserProfile {
  /** Without the groups' part. 0 for a user without attributes: that one was seen is nothing to evaluate by. */
  readonly ownRevision: number;
  /** Whether the environment has seen the user. */
  readonly isStored: boolean;
}

export async function findUser(db: Db, environmentId: string, userId: string): Promise<KeptUser | undefined> {
  const row = await db.one(FIND, { environmentId, userId });
  if (row === undefined || (row.revision === null && row.groupRevision === null)) return undefined;
  const ownRevision = row.revision ?? 0;
  return {
    userId,
    attributes: row.attributes ?? {},
    groups: row.groupKeys ?? [],
    revision: userRevision(ownRevision, row.groupRevision),
    ownRevision,
    isStored: row.revision !== null,
  };
}

export async function usersAfter(
  db: Db,
  { environmentId, userId }: UserPlace,
  limit: number,
): Promise<readonly StoredUser[]> {
  return await db.all(AFTER, { environmentId, userId, limit });
}

export async function usersWithEmail(db: Db, environmentId: string, email: string): Promise<string[]> {
  return (await db.all(WITH_EMAIL, { environmentId, email })).map(({ userId }) => userId);
}

/** Both parts only ever grow, so their sum moves whenever one of them does. */
export function userRevision(ownRevision: number, groupRevision: number | null): number {
  return ownRevision + (groupRevision ?? 0);
}

export async function saveUser(
  db: Db,
  environmentId: string,
  userId: string,
  { attributes, ownRevision }: { readonly attributes: Attributes; readonly ownRevision: number },
  atMs: number,
): Promise<void> {
  await db.run(SAVE, { environmentId, userId, attributes, revision: ownRevision, atMs });
}

/** Moves the user's revision in all environments of the project. */
export async function keepUserGroups(
  db: Db,
  projectId: string,
  userId: string,
  change: (keys: readonly string[]) => readonly string[],
): Promise<void> {
  const row = await db.one(FIND_GROUPS, { projectId, userId });
  const firstRevision = (await lastErasedUserRevision(db, projectId, userId)) + 1;
  await db.run(SAVE_GROUPS, { projectId, userId, groupKeys: change(row?.groupKeys ?? []), firstRevision });
}
