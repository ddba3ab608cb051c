import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import { isOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime } from '../../http/request/wire-time.ts';
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
}

const environmentRow = ({ id, slug, name, createdAtMs, updatedAtMs }: Environment) => ({
  id,
  slug,
  name,
  created_at: isoTime(createdAtMs),
  updated_at: isoTime(updatedAtMs),
});
