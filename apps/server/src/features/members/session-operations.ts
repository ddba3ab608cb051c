import { reading, writing } from '../../control/operation.ts';
import type { NewSession, SessionBounds, StoredSession } from '../../edge/sessions/session-store.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { findMember } from './member-rows.ts';

interface SessionRow {
  readonly tokenHash: string;
  readonly memberId: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
}

const FIND = `SELECT token_hash AS tokenHash, member_id AS memberId, created_at AS createdAtMs,
  last_seen_at AS lastSeenAtMs FROM sessions WHERE token_hash = ?`;
const INSERT = 'INSERT INTO sessions (token_hash, member_id, created_at, last_seen_at) VALUES (?1, ?2, ?3, ?3)';

/** Who is signed in. Not in the change log: nothing is changed by it, and it happens often. */
export function sessionOperations(sql: Sql) {
  return {
    'sessions.create': writing(
      ({ tokenHash, memberId, passwordHash, nowMs }: NewSession): StoredSession | undefined => {
        const current = 'SELECT 1 FROM members WHERE id = ? AND password_hash = ?';
        if (sql.one(current, memberId, passwordHash) === undefined) return undefined;
        sql.run(INSERT, tokenHash, memberId, nowMs);
        sql.run('UPDATE members SET last_signed_in_at = ? WHERE id = ?', nowMs, memberId);
        return findSession(sql, tokenHash);
      },
    ),
    'sessions.find': reading((tokenHash: string) => findSession(sql, tokenHash)),
    'sessions.noteSeen': writing((tokenHash: string, seenAtMs: number): void => {
      sql.run('UPDATE sessions SET last_seen_at = max(last_seen_at, ?) WHERE token_hash = ?', seenAtMs, tokenHash);
    }),
    'sessions.end': writing((tokenHash: string): void => {
      sql.run('DELETE FROM sessions WHERE token_hash = ?', tokenHash);
    }),
    'sessions.endAll': writing((memberId: string): void => {
      sql.run('DELETE FROM sessions WHERE member_id = ?', memberId.toLowerCase());
    }),
    'sessions.removeOver': writing(({ seenBeforeMs, createdBeforeMs }: SessionBounds): number =>
      sql.run('DELETE FROM sessions WHERE last_seen_at < ? OR created_at < ?', seenBeforeMs, createdBeforeMs),
    ),
  };
}

function findSession(sql: Sql, tokenHash: string): StoredSession | undefined {
  const row = sql.one<SessionRow>(FIND, tokenHash);
  const member = row && findMember(sql, row.memberId);
  if (row === undefined || member === undefined) return undefined;
  const { createdAtMs, lastSeenAtMs } = row;
  const memberships = sql.all<StoredSession['memberships'][number]>(
    'SELECT project_id AS projectId, role FROM memberships WHERE member_id = ?',
    member.id,
  );
  return { tokenHash, createdAtMs, lastSeenAtMs, member, memberships };
}
