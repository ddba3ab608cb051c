import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { emitNotice } from '../../control/notices/emit-notice.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { FIND_JOB, INSERT_JOB, LIST_JOBS, MOVE_JOB, UNFINISHED_JOBS } from './job-statements.ts';
import type { Job, JobFilter, JobInput, JobKind, JobStatus, NewJob } from './job-store.ts';

export const jobOperations = {
  create: writing(create),
  start: writing((db, id: string) => move(db, id, { status: 'running', startedAtMs: Date.now() })),
  note: writing((db, id: string, counts: Job['counts'], input?: JobInput) =>
    move(db, id, { counts, ...(input === undefined ? {} : { input }) }),
  ),
  finish: writing((db, id: string, counts: Job['counts']) =>
    move(db, id, { status: 'done', counts, input: {}, finishedAtMs: Date.now() }),
  ),
  fail: writing((db, id: string, error: string) =>
    move(db, id, { status: 'failed', error: storeText(error), input: {}, finishedAtMs: Date.now() }),
  ),
  find: reading(async (db, projectId: string | null, id: string): Promise<Job | undefined> => {
    const job = await db.one(FIND_JOB, { id });
    return job?.projectId === (projectId?.toLowerCase() ?? null) ? job : undefined;
  }),
  list: reading(async (db, { projectId, kind }: JobFilter, page: PageRequest): Promise<Page<Job>> => {
    const asked = { projectId, kind: kind ?? null, cursor: cursorOf(page), limit: page.limit + 1 };
    return pageOf(await db.all(LIST_JOBS, asked), page);
  }),
  unfinished: reading((db, kinds: readonly JobKind[]) => db.all(UNFINISHED_JOBS, { kinds })),
};

async function create(db: Db, { projectId, kind, input }: NewJob, actor: Actor): Promise<Job> {
  const id = uuidv7();
  const place = projectId?.toLowerCase() ?? null;
  const atMs = await nextMoment(db, place);
  await db.run(INSERT_JOB, { id, projectId: place, kind, input, atMs });
  await recordChange(db, actor, {
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
  return await known(db, id);
}

const ended: ReadonlySet<JobStatus> = new Set(['done', 'failed']);

async function move(db: Db, id: string, change: Partial<Job>): Promise<Job> {
  const job = await known(db, id);
  if (ended.has(job.status)) throw new WrongState('JOB_ENDED', 'The job has ended.');
  await db.run(MOVE_JOB, { ...job, ...change });
  const moved = await known(db, id);
  if (moved.kind === 'backup' && ended.has(moved.status)) await tellOfBackup(db, moved);
  return moved;
}

async function known(db: Db, id: string): Promise<Job> {
  const job = await db.one(FIND_JOB, { id });
  if (job === undefined) throw new Unacceptable('id', 'Job not found.');
  return job;
}

async function tellOfBackup(db: Db, { id, projectId, status, counts, error, createdAtMs }: Job): Promise<void> {
  const data = { job_id: id, status, counts, error, requested_at: new Date(createdAtMs).toISOString() };
  await emitNotice(db, { type: 'backup.completed', projectId, environmentId: null, data, atMs: Date.now() });
}
