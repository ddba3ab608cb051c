import { hash } from 'node:crypto';
import type { Sql } from '../../engines/sqlite/sql.ts';

type SubjectKind = 'user' | 'device';

const FLOOR = `SELECT revision FROM erased_subjects WHERE environment_id = ? AND kind = ? AND hash = ?`;
const PROJECT_FLOOR = `SELECT max(s.revision) AS revision FROM environments e JOIN erased_subjects s
  ON s.environment_id = e.id WHERE e.project_id = ? AND s.kind = 'user' AND s.hash = ?`;
const NOTE = `INSERT INTO erased_subjects (environment_id, kind, hash, revision, erased_at) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (environment_id, kind, hash)
  DO UPDATE SET revision = max(revision, excluded.revision), erased_at = excluded.erased_at`;

/** 0 for anyone who was never erased: a first revision is one more. */
export function lastErasedRevision(sql: Sql, environmentId: string, kind: SubjectKind, id: string): number {
  return sql.one<{ revision: number }>(FLOOR, environmentId, kind, hashOf(kind, id))?.revision ?? 0;
}

/** The same for a user in all environments of a project. */
export function lastErasedUserRevision(sql: Sql, projectId: string, userId: string): number {
  return sql.one<{ revision: number | null }>(PROJECT_FLOOR, projectId, hashOf('user', userId))?.revision ?? 0;
}

export function noteErased(sql: Sql, environmentId: string, kind: SubjectKind, id: string, revision: number): void {
  sql.run(NOTE, environmentId, kind, hashOf(kind, id), revision, Date.now());
}

const hashOf = (kind: SubjectKind, id: string): string => hash('sha256', `${kind}/${id}`, 'hex');
