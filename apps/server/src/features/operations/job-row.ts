import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import { backupName } from './backup-jobs.ts';
import type { Job } from './job-store.ts';

/** A job in its wire form, without what it was given; wherever a backup is shown, it has its name. */
export const jobRow = (job: Job) => (job.kind === 'backup' ? backupRow(job) : plainRow(job));

export const backupRow = (job: Job) => ({ ...plainRow(job), name: backupName(job), server: serverOf(job) });

const plainRow = (job: Job) => ({
  id: job.id,
  kind: job.kind,
  status: job.status,
  created_at: isoTime(job.createdAtMs),
  started_at: isoTimeOrNull(job.startedAtMs),
  finished_at: isoTimeOrNull(job.finishedAtMs),
  counts: job.counts,
  error: job.error,
});

const serverOf = ({ input }: Job): string | null => (typeof input.server === 'string' ? input.server : null);
