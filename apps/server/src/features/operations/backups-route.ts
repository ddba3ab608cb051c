import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import type { BackupJobs } from './backup-jobs.ts';
import { backupRow } from './job-row.ts';

/** Copies of the whole installation, for operators. */
export function registerBackupsRoute(fastify: FastifyInstance, backups: BackupJobs): void {
  handle(fastify, 'createBackup', async ({ actor, reply }) => {
    const job = await backups.begin(actor);
    reply.code(202);
    return { data: backupRow(job) };
  });

  handle(fastify, 'listBackups', async ({ query }) =>
    listResponse(await backups.list(pageRequest(query, 50)), (job) => ({ ...backupRow(job), on_disk: job.isOnDisk })),
  );
}
