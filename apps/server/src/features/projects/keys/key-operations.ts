import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../../control/actor.ts';
import type { EntityState } from '../../../control/change.ts';
import { Taken, Unacceptable } from '../../../control/control-errors.ts';
import { reading, writing } from '../../../control/operation.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import { cursorOf, pageOf } from '../../../control/page-of.ts';
import { nextMoment, recordChange } from '../../../control/record-change.ts';
import type { Sql } from '../../../engines/sqlite/sql.ts';
import { storeText } from '../../../engines/sqlite/stored-text.ts';
import type { NewKey, StoredKey } from './key-store.ts';

const KEY = `SELECT k.id, k.project_id AS projectId, k.environment_id AS environmentId, e.slug AS environmentSlug,
  k.kind, k.scope, k.name, k.hint, k.text, k.created_at AS createdAtMs, k.last_used_at AS lastUsedAtMs, k.revoked_at AS revokedAtMs
  FROM api_keys k JOIN environments e ON e.id = k.environment_id`;

export function keyOperations(sql: Sql) {
  return {
    'keys.create': writing((key: NewKey, actor: Actor) => insertKey(sql, key, actor)),
    'keys.list': reading((projectId: string, page: PageRequest): Page<StoredKey> => {
      const text = `${KEY} WHERE k.project_id = ? AND k.id < ? ORDER BY k.id DESC LIMIT ?`;
      return pageOf(sql.all<StoredKey>(text, projectId.toLowerCase(), cursorOf(page), page.limit + 1), page);
    }),
    'keys.revoke': writing((projectId: string, keyId: string, actor: Actor): boolean => {
      const text = `${KEY} WHERE k.project_id = ? AND k.id = ?`;
      const key = sql.one<StoredKey>(text, projectId.toLowerCase(), keyId.toLowerCase());
      if (key === undefined) return false;
      if (key.revokedAtMs !== null) return true;
      const revoked = { ...key, revokedAtMs: nextMoment(sql, key.projectId) };
      sql.run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', revoked.revokedAtMs, key.id);
      sql.run('DELETE FROM invitations WHERE project_id = ? AND invited_by_id = ?', key.projectId, key.id);
      record(sql, actor, 'revoked', key, revoked, revoked.revokedAtMs);
      return true;
    }),
    'keys.noteUse': writing((uses: readonly { readonly keyId: string; readonly usedAtMs: number }[]): void => {
      for (const { keyId, usedAtMs } of uses) {
        const text =
          'UPDATE api_keys SET last_used_at = ?1 WHERE id = ?2 AND (last_used_at IS NULL OR last_used_at < ?1)';
        sql.run(text, usedAtMs, keyId.toLowerCase());
      }
    }),
  };
}

export function insertKey(sql: Sql, key: NewKey, actor: Actor): StoredKey {
  const { projectId, environmentId, kind, scope = 'project', hash, hint, text } = key;
  const environment = sql.one<{ slug: string }>(
    'SELECT slug FROM environments WHERE id = ? AND project_id = ?',
    environmentId.toLowerCase(),
    projectId.toLowerCase(),
  );
  if (environment === undefined) {
    throw new Unacceptable('environment_id', 'There is no such environment in the project.');
  }
  if (sql.one('SELECT 1 FROM api_keys WHERE hash = ?', hash) !== undefined) {
    throw new Taken('KEY_EXISTS', 'This key is in use already.');
  }
  const row = {
    id: uuidv7(),
    projectId: projectId.toLowerCase(),
    environmentId: environmentId.toLowerCase(),
    environmentSlug: environment.slug,
    kind,
    scope,
    name: storeText(key.name),
    hint,
    text,
    createdAtMs: nextMoment(sql, projectId.toLowerCase()),
    lastUsedAtMs: null,
    revokedAtMs: null,
  };
  const insert = `INSERT INTO api_keys (id, project_id, environment_id, kind, scope, name, hash, hint, text, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  sql.run(insert, row.id, row.projectId, row.environmentId, kind, scope, row.name, hash, hint, text, row.createdAtMs);
  record(sql, actor, 'created', null, row, row.createdAtMs);
  return row;
}

function record(
  sql: Sql,
  actor: Actor,
  action: string,
  before: StoredKey | null,
  after: StoredKey,
  atMs: number,
): void {
  recordChange(sql, actor, {
    projectId: after.projectId,
    entityType: 'api_key',
    entityId: after.id,
    entityKey: after.name,
    environmentId: after.environmentId,
    action,
    before: before && keyState(before),
    after: keyState(after),
    touches: [],
    atMs,
  });
}

/** Never the hash. Nor the last use, which is nobody's change. */
function keyState({ id, environmentId, kind, scope, name, hint, createdAtMs, revokedAtMs }: StoredKey): EntityState {
  return {
    id,
    environment_id: environmentId,
    kind,
    ...(kind === 'secret' ? { scope } : {}),
    name,
    hint,
    created_at: new Date(createdAtMs).toISOString(),
    revoked_at: revokedAtMs === null ? null : new Date(revokedAtMs).toISOString(),
  };
}
