import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import { isOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import { approvalState } from './environment-operations.ts';
import type { Environment, EnvironmentStore } from './environment-store.ts';

export function registerEnvironmentsRoute(
  fastify: FastifyInstance,
  environments: EnvironmentStore,
  publisher: EdgePublisher,
): void {
  handle(fastify, 'listEnvironments', async ({ access, query }) => {
    const page = await environments.list(access.projectId, pageRequest(query, 50));
    return listResponse({ ...page, rows: page.rows.filter(({ id }) => isOwn(access, id)) }, environmentRow);
  });

  handle(fastify, 'createEnvironment', async ({ actor, reply, access, body }) => {
    const created = { projectId: access.projectId, slug: body.slug, name: body.name };
    const environment = await environments.create(created, actor);
    await publisher.publish();
    reply.code(201);
    return { data: environmentRow(environment) };
  });

  handle(fastify, 'changeEnvironment', async ({ actor, access, body, param }) => {
    const { required, secret_keys: secretKeys = 'request' } = body.approval;
    const approval = required ? { secretKeys } : null;
    const changed = await environments.setApproval(access.projectId, param('id'), approval, actor);
    await publisher.publish();
    return { data: environmentRow(orNotFound(changed, 'environment')) };
  });
}

const environmentRow = ({ id, slug, name, approval, createdAtMs, updatedAtMs }: Environment) => ({
  id,
  slug,
  name,
  approval: approvalState(approval),
  created_at: isoTime(createdAtMs),
  updated_at: isoTime(updatedAtMs),
});
