import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { handle, type Incoming } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { jobRow } from '../operations/job-row.ts';
import type { Eraser, Subject } from './eraser.ts';

/** Users and devices that are to be forgotten. */
export function registerPrivacyRoute(fastify: FastifyInstance, eraser: Eraser, state: EdgeState): void {
  const erase = async (
    { actor, reply, access, query }: Incoming<'eraseUser' | 'eraseDevice'>,
    subject: Subject,
  ): Promise<unknown> => {
    const { id: environmentId } = environmentOf(state, access, query.environment_id);
    const scope = { projectId: access.projectId, environmentId };
    const job = await eraser.request(scope, subject, actor);
    reply.code(202);
    return { data: jobRow(orNotFound(job, subject.kind)) };
  };

  handle(fastify, 'eraseUser', (incoming) => erase(incoming, { kind: 'user', id: incoming.param('userId') }));
  handle(fastify, 'eraseDevice', (incoming) => erase(incoming, { kind: 'device', id: incoming.param('deviceId') }));
}
