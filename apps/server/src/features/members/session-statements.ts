import type { Role } from '@lamppost/protocol';
import { integer, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';

export const FIND_SESSION = statement({
  sql: `SELECT member_id AS memberId, created_at AS createdAtMs, last_seen_at AS lastSeenAtMs
    FROM sessions WHERE token_hash = :tokenHash`,
  params: { tokenHash: text },
  row: { memberId: text, createdAtMs: integer, lastSeenAtMs: integer },
});
export const MEMBERSHIPS_OF = statement({
  sql: 'SELECT project_id AS projectId, role FROM memberships WHERE member_id = :memberId ORDER BY project_id',
  params: { memberId: text },
  row: { projectId: text, role: textOf<Role>() },
});
export const HAS_PASSWORD = statement({
  sql: 'SELECT 1 FROM members WHERE id = :memberId AND password_hash = :passwordHash',
  params: { memberId: text, passwordHash: text },
});
export const INSERT_SESSION = statement({
  sql: `INSERT INTO sessions (token_hash, member_id, created_at, last_seen_at)
    VALUES (:tokenHash, :memberId, :nowMs, :nowMs)`,
  params: { tokenHash: text, memberId: text, nowMs: integer },
});
export const NOTE_SIGN_IN = statement({
  sql: 'UPDATE members SET last_signed_in_at = :nowMs WHERE id = :memberId',
  params: { memberId: text, nowMs: integer },
});
export const NOTE_SEEN = statement({
  sql: 'UPDATE sessions SET last_seen_at = greatest(last_seen_at, :seenAtMs) WHERE token_hash = :tokenHash',
  params: { tokenHash: text, seenAtMs: integer },
});
export const END_SESSION = statement({
  sql: 'DELETE FROM sessions WHERE token_hash = :tokenHash',
  params: { tokenHash: text },
});
export const END_SESSIONS_OF = statement({
  sql: 'DELETE FROM sessions WHERE member_id = :memberId',
  params: { memberId: uuid },
});
export const REMOVE_OVER = statement({
  sql: 'DELETE FROM sessions WHERE last_seen_at < :seenBeforeMs OR created_at < :createdBeforeMs',
  params: { seenBeforeMs: integer, createdBeforeMs: integer },
});
