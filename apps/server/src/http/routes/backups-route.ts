import type { FastifyInstance } from 'fastify';
import { type BackupJobs, backupName } from '../../backups/backup-jobs.ts';
import type { Job } from '../../control/jobs/job-store.ts';
import { actorOf } from '../actor-of.ts';
import { handle } from '../handle.ts';
import { jobRow } from '../job-row.ts';
import { listAnswer, pageRequest } from '../page.ts';

/** Copies of the whole installation, for operators. */
export function registerBackupsRoute(fastify: FastifyInstance, backups: BackupJobs): void {
  handle(fastify, 'createBackup', async ({ request, reply }) => {
    const job = await backups.begin(actorOf(request.admission.caller));
    reply.code(202);
    return { data: backupRow(job) };
  });

  handle(fastify, 'listBackups', async ({ query }) =>
    listAnswer(await backups.list(pageRequest(query, 50)), backupRow),
  );
}

const backupRow = (job: Job) => ({ ...jobRow(job), name: backupName(job) });
