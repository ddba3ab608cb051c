import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { ofOwn, onlyOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { changeRequestRow } from './change-request-row.ts';
import type { ChangeRequestStore } from './change-request-store.ts';

export interface ChangeRequestsRouteDeps {
  readonly changeRequests: ChangeRequestStore;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
}

/** Changes that wait for a second person. An edit makes them, in an environment that requires approval. */
export function registerChangeRequestsRoute(fastify: FastifyInstance, deps: ChangeRequestsRouteDeps): void {
  const { changeRequests, state, publisher } = deps;
  const name = 'change request';

  handle(fastify, 'listChangeRequests', async ({ access, query }) => {
    const { status, entity_id: entityId, environment_id: named } = query;
    const environmentId = named === undefined ? undefined : environmentOf(state, access, named).id;
    const filter = { projectId: access.projectId, ...omitUndefined({ status, entityId, environmentId }) };
    return listResponse(onlyOwn(access, await changeRequests.list(filter, pageRequest(query, 50))), changeRequestRow);
  });

  handle(fastify, 'showChangeRequest', async ({ access, param }) => {
    const request = ofOwn(access, await changeRequests.find(access.projectId, param('id')));
    return { data: changeRequestRow(orNotFound(request, name)) };
  });

  handle(fastify, 'approveChangeRequest', async ({ actor, access, body, param }) => {
    const request = await changeRequests.approve(access.projectId, param('id'), actor, body.comment);
    await publisher.publish();
    return { data: changeRequestRow(orNotFound(request, name)) };
  });

  handle(fastify, 'rejectChangeRequest', async ({ actor, access, body, param }) => {
    const request = await changeRequests.reject(access.projectId, param('id'), actor, body.comment);
    return { data: changeRequestRow(orNotFound(request, name)) };
  });

  handle(fastify, 'withdrawChangeRequest', async ({ actor, access, body, param }) => {
    orNotFound(ofOwn(access, await changeRequests.find(access.projectId, param('id'))), name);
    const request = await changeRequests.withdraw(access.projectId, param('id'), actor, body.comment);
    return { data: changeRequestRow(orNotFound(request, name)) };
  });
}
