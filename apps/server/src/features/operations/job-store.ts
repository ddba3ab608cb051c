import type { Actor } from '../../control/actor.ts';
import type { Page, PageRequest } from '../../control/page.ts';

/** Work that goes on after its request was answered. */
export type JobKind = 'backup' | 'erase_user' | 'erase_device' | 'user_attributes' | 'event_export';

export type JobStatus = 'queued' | 'running' | 'done' | 'failed';

/** Plain JSON that says what is to be done. */
export type JobInput = Readonly<Record<string, unknown>>;

export interface Job {
  readonly id: string;
  /** Null for a job of the whole installation. */
  readonly projectId: string | null;
  readonly kind: JobKind;
  readonly status: JobStatus;
  /** Empty once the job has ended: it may name people. */
  readonly input: JobInput;
  /** What has been done, in numbers. */
  readonly counts: Readonly<Record<string, number>>;
  /** Why it failed. */
  readonly error: string | null;
  readonly createdAtMs: number;
  readonly startedAtMs: number | null;
  readonly finishedAtMs: number | null;
}

export interface NewJob {
  readonly projectId: string | null;
  readonly kind: JobKind;
  readonly input: JobInput;
}

export interface JobFilter {
  readonly projectId: string | null;
  readonly kind?: JobKind;
}

/**
 * Promises: a job that has ended stays as it is (WrongState 'JOB_ENDED'); one that was running when its process ended
 * is still among the unfinished ones and may be started again; a job is found by its own project, or by the installation
 * if it belongs to none, and by nobody else.
 */
export interface JobStore {
  create(job: NewJob, actor: Actor): Promise<Job>;
  start(id: string): Promise<Job>;
  /** Tells how far it is; `input` takes the place of what it was given, when less of it will do from here on. */
  note(id: string, counts: Job['counts'], input?: JobInput): Promise<Job>;
  finish(id: string, counts: Job['counts']): Promise<Job>;
  fail(id: string, error: string): Promise<Job>;
  find(projectId: string | null, id: string): Promise<Job | undefined>;
  /** Newest first. */
  list(filter: JobFilter, page: PageRequest): Promise<Page<Job>>;
  /** Queued and running, oldest first. */
  unfinished(kinds: readonly JobKind[]): Promise<readonly Job[]>;
}
