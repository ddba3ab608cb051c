import { integer, json, listOf, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Job, JobInput, JobKind, JobStatus } from './job-store.ts';

const kind = textOf<JobKind>();
const progress = {
  id: text,
  status: textOf<JobStatus>(),
  input: json<JobInput>(),
  counts: json<Job['counts']>(),
  error: nullable(text),
  startedAtMs: nullable(integer),
  finishedAtMs: nullable(integer),
};
const job = { ...progress, projectId: nullable(text), kind, createdAtMs: integer };
const JOB = `SELECT id, project_id AS projectId, kind, status, input, counts, error, created_at AS createdAtMs,
  started_at AS startedAtMs, finished_at AS finishedAtMs FROM jobs`;

export const FIND_JOB = statement({ sql: `${JOB} WHERE id = :id`, params: { id: uuid }, row: job });
export const LIST_JOBS = statement({
  sql: `${JOB} WHERE project_id IS NOT DISTINCT FROM :projectId AND (:kind IS NULL OR kind = :kind) AND id < :cursor
    ORDER BY id DESC LIMIT :limit`,
  params: { projectId: nullable(uuid), kind: nullable(kind), cursor: text, limit: integer },
  row: job,
});
// As the index has it.
export const UNFINISHED_JOBS = statement({
  sql: `${JOB} WHERE status IN ('queued', 'running') AND kind IN :kinds ORDER BY id`,
  params: { kinds: listOf(kind) },
  row: job,
});
export const INSERT_JOB = statement({
  sql: `INSERT INTO jobs (id, project_id, kind, status, input, counts, created_at)
    VALUES (:id, :projectId, :kind, 'queued', :input, '{}', :atMs)`,
  params: { id: text, projectId: nullable(text), kind, input: json<JobInput>(), atMs: integer },
});
export const MOVE_JOB = statement({
  sql: `UPDATE jobs SET status = :status, input = :input, counts = :counts, error = :error,
    started_at = :startedAtMs, finished_at = :finishedAtMs WHERE id = :id`,
  params: progress,
});
