import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { Page } from '../../control/page.ts';
import { isOwn } from '../../http/access/own-environment.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { jobRow } from './job-row.ts';
import type { Job, JobStore } from './job-store.ts';

/** Jobs of a project for those who may ask it, those of the installation for operators. */
export function registerJobsRoute(fastify: FastifyInstance, jobs: JobStore): void {
  handle(fastify, 'listJobs', async ({ access, query }) =>
    listResponse(ownJobs(access, await jobs.list({ projectId: access.projectId }, pageRequest(query, 50))), jobRow),
  );

  handle(fastify, 'showJob', async (incoming) => {
    const { caller } = incoming;
    const id = incoming.param('id');
    const isOperator = caller.kind === 'operator' || (caller.kind === 'member' && caller.signedIn.member.isOperator);
    const job =
      (caller.kind === 'operator' ? undefined : await jobs.find(incoming.access.projectId, id)) ??
      (isOperator ? await jobs.find(null, id) : undefined);
    if (job === undefined || (caller.kind === 'key' && !isOwn(caller.key, environmentOfJob(job))))
      throw new ApiError('NOT_FOUND', 'Job not found');
    return { data: jobRow(job) };
  });
}

/** Null for a job of the whole project. */
const environmentOfJob = ({ input }: Job): string | null =>
  typeof input.environment_id === 'string' ? input.environment_id : null;

const ownJobs = (access: ProjectAccess, page: Page<Job>): Page<Job> => ({
  ...page,
  rows: page.rows.filter((job) => isOwn(access, environmentOfJob(job))),
});
