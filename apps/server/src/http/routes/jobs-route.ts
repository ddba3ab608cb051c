import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { JobStore } from '../../control/jobs/job-store.ts';
import { handle } from '../handle.ts';
import { jobRow } from '../job-row.ts';

/** Jobs of a project for its secret keys, those of the installation for the operator. */
export function registerJobsRoute(fastify: FastifyInstance, jobs: JobStore): void {
  handle(fastify, 'showJob', async ({ request, param }) => {
    const { caller } = request.admission;
    const job = await jobs.find(caller.kind === 'key' ? caller.key.projectId : null, param('id'));
    if (job === undefined) throw new ApiError('NOT_FOUND', 'There is no such job');
    return { data: jobRow(job) };
  });
}
