import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeId } from '../../engines/sqlite/stored-text.ts';
import { lastErasedUserRevision } from '../privacy/erased-subjects.ts';
import type { Attributes } from './device-store.ts';
import type { UserProfile } from './user-store.ts';

/** A user is known by what an environment stored of it, or by the groups of the project. */
const FIND = `SELECT u.attributes, u.revision, g.group_keys AS groupKeys, g.revision AS groupRevision
  FROM environments e LEFT JOIN users u ON u.environment_id = e.id AND u.user_id = ?2
  LEFT JOIN user_groups g ON g.project_id = e.project_id AND g.user_id = ?2 WHERE e.id = ?1`;
const SAVE = `INSERT INTO users (environment_id, user_id, attributes, revision, created_at, updated_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?5) ON CONFLICT (environment_id, user_id)
  DO UPDATE SET attributes = excluded.attributes, revision = excluded.revision, updated_at = excluded.updated_at`;
const SAVE_GROUPS = `INSERT INTO user_groups (project_id, user_id, group_keys, revision) VALUES (?, ?, ?, ?)
  ON CONFLICT (project_id, user_id) DO UPDATE SET group_keys = excluded.group_keys, revision = revision + 1`;

interface FoundRow {
  readonly attributes: string | null;
  readonly revision: number | null;
  readonly groupKeys: string | null;
  readonly groupRevision: number | null;
}

export interface KeptUser extends UserProfile {
  /** Without the groups' part. 0 for a user without attributes: that one was seen is nothing to evaluate by. */
  readonly ownRevision: number;
  /** Whether the environment has seen the user. */
  readonly isStored: boolean;
}

export function findUser(sql: Sql, environmentId: string, userId: string): KeptUser | undefined {
  const row = sql.one<FoundRow>(FIND, environmentId.toLowerCase(), storeId(userId));
  if (row === undefined || (row.revision === null && row.groupRevision === null)) return undefined;
  const ownRevision = row.revision ?? 0;
  return {
    userId,
    attributes: row.attributes === null ? {} : JSON.parse(row.attributes),
    groups: readGroups(row.groupKeys),
    revision: userRevision(ownRevision, row.groupRevision),
    ownRevision,
    isStored: row.revision !== null,
  };
}

/** Both parts only ever grow, so their sum moves whenever one of them does. */
export function userRevision(ownRevision: number, groupRevision: number | null): number {
  return ownRevision + (groupRevision ?? 0);
}

export function readGroups(groupKeys: string | null): readonly string[] {
  return groupKeys === null ? [] : JSON.parse(groupKeys);
}

export function saveUser(
  sql: Sql,
  environmentId: string,
  userId: string,
  { attributes, ownRevision }: { readonly attributes: Attributes; readonly ownRevision: number },
  atMs: number,
): void {
  sql.run(SAVE, environmentId, storeId(userId), JSON.stringify(attributes), ownRevision, atMs);
}

/** Moves the user's revision in all environments of the project. */
export function keepUserGroups(
  sql: Sql,
  projectId: string,
  userId: string,
  change: (keys: readonly string[]) => readonly string[],
): void {
  const text = 'SELECT group_keys AS groupKeys FROM user_groups WHERE project_id = ? AND user_id = ?';
  const row = sql.one<Pick<FoundRow, 'groupKeys'>>(text, projectId, storeId(userId));
  const groupKeys = JSON.stringify(change(readGroups(row?.groupKeys ?? null)));
  const firstRevision = lastErasedUserRevision(sql, projectId, userId) + 1;
  sql.run(SAVE_GROUPS, projectId, storeId(userId), groupKeys, firstRevision);
}
