import { integer, nullable, text, textOf, uuid } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';
import type { KeyKind, KeyScope } from '../../../edge/keys/key-kinds.ts';

const stored = {
  id: text,
  projectId: text,
  environmentId: text,
  kind: textOf<KeyKind>(),
  scope: textOf<KeyScope>(),
  name: text,
  hint: text,
  text: nullable(text),
  createdAtMs: integer,
};
const key = {
  ...stored,
  environmentSlug: text,
  lastUsedAtMs: nullable(integer),
  revokedAtMs: nullable(integer),
};
const KEY = `SELECT k.id, k.project_id AS projectId, k.environment_id AS environmentId, e.slug AS environmentSlug,
  k.kind, k.scope, k.name, k.hint, k.text, k.created_at AS createdAtMs, k.last_used_at AS lastUsedAtMs,
  k.revoked_at AS revokedAtMs FROM api_keys k JOIN environments e ON e.id = k.environment_id`;

export const LIST_KEYS = statement({
  sql: `${KEY} WHERE k.project_id = :projectId AND k.id < :cursor ORDER BY k.id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: key,
});
export const FIND_KEY = statement({
  sql: `${KEY} WHERE k.project_id = :projectId AND k.id = :keyId`,
  params: { projectId: uuid, keyId: uuid },
  row: key,
});
export const FIND_HASH = statement({ sql: 'SELECT 1 FROM api_keys WHERE hash = :hash', params: { hash: text } });
export const FIND_PLACE = statement({
  sql: 'SELECT slug FROM environments WHERE id = :environmentId AND project_id = :projectId',
  params: { environmentId: uuid, projectId: uuid },
  row: { slug: text },
});
export const INSERT_KEY = statement({
  sql: `INSERT INTO api_keys (id, project_id, environment_id, kind, scope, name, hash, hint, text, created_at)
    VALUES (:id, :projectId, :environmentId, :kind, :scope, :name, :hash, :hint, :text, :createdAtMs)`,
  params: { ...stored, hash: text },
});
export const REVOKE_KEY = statement({
  sql: 'UPDATE api_keys SET revoked_at = :revokedAtMs WHERE id = :id',
  params: { id: text, revokedAtMs: integer },
});
export const WITHDRAW_INVITATIONS = statement({
  sql: 'DELETE FROM invitations WHERE project_id = :projectId AND invited_by_id = :id',
  params: { projectId: text, id: text },
});
export const NOTE_USE = statement({
  sql: `UPDATE api_keys SET last_used_at = :usedAtMs
    WHERE id = :keyId AND (last_used_at IS NULL OR last_used_at < :usedAtMs)`,
  params: { keyId: uuid, usedAtMs: integer },
});
