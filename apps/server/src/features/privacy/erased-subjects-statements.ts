import { hash } from 'node:crypto';
import type { Db } from '../../control/sql/db.ts';
import { integer, nullable, text, textOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';

type SubjectKind = 'user' | 'device';

const subject = { environmentId: text, kind: textOf<SubjectKind>(), hash: text };
const FLOOR = statement({
  sql: `SELECT revision FROM erased_subjects
    WHERE environment_id = :environmentId AND kind = :kind AND hash = :hash`,
  params: subject,
  row: { revision: integer },
});
const PROJECT_FLOOR = statement({
  sql: `SELECT max(s.revision) AS revision FROM environments e JOIN erased_subjects s
    ON s.environment_id = e.id WHERE e.project_id = :projectId AND s.kind = 'user' AND s.hash = :hash`,
  params: { projectId: text, hash: text },
  row: { revision: nullable(integer) },
});
const KEEP = statement({
  sql: `INSERT INTO erased_subjects (environment_id, kind, hash, revision, erased_at)
    VALUES (:environmentId, :kind, :hash, :revision, :atMs) ON CONFLICT (environment_id, kind, hash)
    DO UPDATE SET revision = greatest(erased_subjects.revision, excluded.revision), erased_at = excluded.erased_at`,
  params: { ...subject, revision: integer, atMs: integer },
});

/** 0 for anyone who was never erased: a first revision is one more. */
export async function lastErasedRevision(
  db: Db,
  environmentId: string,
  kind: SubjectKind,
  id: string,
): Promise<number> {
  return (await db.one(FLOOR, { environmentId, kind, hash: hashOf(kind, id) }))?.revision ?? 0;
}

/** The same for a user in all environments of a project. */
export async function lastErasedUserRevision(db: Db, projectId: string, userId: string): Promise<number> {
  return (await db.one(PROJECT_FLOOR, { projectId, hash: hashOf('user', userId) }))?.revision ?? 0;
}

export async function noteErased(
  db: Db,
  environmentId: string,
  kind: SubjectKind,
  id: string,
  revision: number,
): Promise<void> {
  await db.run(KEEP, { environmentId, kind, hash: hashOf(kind, id), revision, atMs: Date.now() });
}

const hashOf = (kind: SubjectKind, id: string): string => hash('sha256', `${kind}/${id}`, 'hex');
