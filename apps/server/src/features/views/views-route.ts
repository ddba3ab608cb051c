import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { SavedView, ViewStore } from './view-store.ts';

/** Views of list pages. Only members have any, so the actor of these routes is always one. */
export function registerViewsRoute(fastify: FastifyInstance, views: ViewStore): void {
  handle(fastify, 'listViews', async ({ access, actor, query }) => {
    const owner = { memberId: actor.id, projectId: access.projectId };
    return listResponse(await views.list(owner, query.page, pageRequest(query, 100)), viewRow);
  });

  handle(fastify, 'saveView', async ({ access, actor, body, reply }) => {
    const owner = { memberId: actor.id, projectId: access.projectId };
    const { page, name, search } = body;
    reply.code(201);
    return { data: viewRow(await views.save(owner, { page, name, search })) };
  });

  handle(fastify, 'changeView', async ({ access, actor, body, param }) => {
    const owner = { memberId: actor.id, projectId: access.projectId };
    const patch = omitUndefined({ name: body.name, search: body.search });
    return { data: viewRow(orNotFound(await views.update(owner, param('id'), patch), 'saved view')) };
  });

  handle(fastify, 'deleteView', async ({ access, actor, param, reply }) => {
    const owner = { memberId: actor.id, projectId: access.projectId };
    orNotFound((await views.remove(owner, param('id'))) || undefined, 'saved view');
    return reply.code(204).send();
  });
}

const viewRow = ({ id, page, name, search, createdAtMs, updatedAtMs }: SavedView) => ({
  id,
  page,
  name,
  search,
  created_at: isoTime(createdAtMs),
  updated_at: isoTime(updatedAtMs),
});
