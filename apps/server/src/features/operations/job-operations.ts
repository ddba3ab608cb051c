import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { Job, JobFilter, JobInput, JobKind, JobStatus, NewJob } from './job-store.ts';

interface JobRow extends Omit<Job, 'input' | 'counts'> {
  readonly input: string;
  readonly counts: string;
}

const JOB = `SELECT id, project_id AS projectId, kind, status, input, counts, error, created_at AS createdAtMs,
  started_at AS startedAtMs, finished_at AS finishedAtMs FROM jobs`;
const INSERT = `INSERT INTO jobs (id, project_id, kind, status, input, counts, created_at)
  VALUES (?, ?, ?, 'queued', ?, '{}', ?)`;
const MOVE =
  'UPDATE jobs SET status = ?, input = ?, counts = ?, error = ?, started_at = ?, finished_at = ? WHERE id = ?';

export function jobOperations(sql: Sql) {
  return {
    'jobs.create': writing((job: NewJob, actor: Actor): Job => create(sql, job, actor)),
    'jobs.start': writing((id: string) => move(sql, id, { status: 'running', startedAtMs: Date.now() })),
    'jobs.note': writing((id: string, counts: Job['counts'], input?: JobInput) =>
      move(sql, id, { counts, ...(input === undefined ? {} : { input }) }),
    ),
    'jobs.finish': writing((id: string, counts: Job['counts']) =>
      move(sql, id, { status: 'done', counts, input: {}, finishedAtMs: Date.now() }),
    ),
    'jobs.fail': writing((id: string, error: string) =>
      move(sql, id, { status: 'failed', error: storeText(error), input: {}, finishedAtMs: Date.now() }),
    ),
    'jobs.find': reading((projectId: string | null, id: string): Job | undefined => {
      const job = findJob(sql, id);
      return job?.projectId === (projectId?.toLowerCase() ?? null) ? job : undefined;
    }),
    'jobs.list': reading((filter: JobFilter, page: PageRequest): Page<Job> => {
      const rows = sql.all<JobRow>(
        `${JOB} WHERE project_id IS ? AND (? IS NULL OR kind = ?) AND id < ? ORDER BY id DESC LIMIT ?`,
        filter.projectId?.toLowerCase() ?? null,
        filter.kind ?? null,
        filter.kind ?? null,
        cursorOf(page),
        page.limit + 1,
      );
      return pageOf(rows.map(jobOf), page);
    }),
    'jobs.unfinished': reading((kinds: readonly JobKind[]): readonly Job[] => {
      const rows = sql.all<JobRow>(`${JOB} WHERE status IN ('queued', 'running') ORDER BY id`);
      return rows.map(jobOf).filter(({ kind }) => kinds.includes(kind));
    }),
  };
}

function create(sql: Sql, { projectId, kind, input }: NewJob, actor: Actor): Job {
  const id = uuidv7();
  const place = projectId?.toLowerCase() ?? null;
  const atMs = nextMoment(sql, place);
  sql.run(INSERT, id, place, kind, JSON.stringify(input), atMs);
  recordChange(sql, actor, {
    projectId: place,
    entityType: 'job',
    entityId: id,
    entityKey: kind,
    action: 'requested',
    before: null,
    after: { id, kind },
    touches: [],
    atMs,
  });
  return known(sql, id);
}

const ended: ReadonlySet<JobStatus> = new Set(['done', 'failed']);

function move(sql: Sql, id: string, change: Partial<Job>): Job {
  const job = known(sql, id);
  if (ended.has(job.status)) throw new WrongState('JOB_ENDED', 'The job has ended.');
  const { status, input, counts, error, startedAtMs, finishedAtMs } = { ...job, ...change };
  sql.run(MOVE, status, JSON.stringify(input), JSON.stringify(counts), error, startedAtMs, finishedAtMs, job.id);
  return known(sql, id);
}

function known(sql: Sql, id: string): Job {
  const job = findJob(sql, id);
  if (job === undefined) throw new Unacceptable('id', 'There is no such job.');
  return job;
}

function findJob(sql: Sql, id: string): Job | undefined {
  const row = sql.one<JobRow>(`${JOB} WHERE id = ?`, id.toLowerCase());
  return row && jobOf(row);
}

const jobOf = (row: JobRow): Job => ({ ...row, input: JSON.parse(row.input), counts: JSON.parse(row.counts) });
