import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { JobStore } from '../../control/jobs/job-store.ts';
import { handle } from '../handle.ts';
import { jobRow } from '../job-row.ts';
import { listAnswer, pageRequest } from '../page.ts';

/** Jobs of a project for those who may ask it, those of the installation for operators. */
export function registerJobsRoute(fastify: FastifyInstance, jobs: JobStore): void {
  handle(fastify, 'listJobs', async ({ place, query }) =>
    listAnswer(await jobs.list({ projectId: place.projectId }, pageRequest(query, 50)), jobRow),
  );

  handle(fastify, 'showJob', async (incoming) => {
    const { caller } = incoming;
    const id = incoming.param('id');
    const isOperator = caller.kind === 'operator' || (caller.kind === 'member' && caller.signedIn.member.isOperator);
    const job =
      (caller.kind === 'operator' ? undefined : await jobs.find(incoming.place.projectId, id)) ??
      (isOperator ? await jobs.find(null, id) : undefined);
    if (job === undefined) throw new ApiError('NOT_FOUND', 'There is no such job');
    return { data: jobRow(job) };
  });
}
