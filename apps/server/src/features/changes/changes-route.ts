import type { FastifyInstance } from 'fastify';
import { ofOwn, onlyOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { changeRow } from './change-row.ts';
import type { ChangeStore } from './change-store.ts';

/** Who changed what, when. */
export function registerChangesRoute(fastify: FastifyInstance, changes: ChangeStore): void {
  handle(fastify, 'listChanges', async ({ access, query }) => {
    const filter = {
      projectId: access.projectId,
      ...omitUndefined({
        fromMs: timeOf('from', query.from),
        toMs: timeOf('to', query.to),
        entityType: query.entity_type,
        entityId: query.entity_id?.toLowerCase(),
        actorId: query.actor_id,
        search: query.search === '' ? undefined : query.search,
      }),
    };
    return listResponse(onlyOwn(access, await changes.list(filter, pageRequest(query, 50))), changeRow);
  });

  handle(fastify, 'showChange', async ({ access, param }) => ({
    data: changeRow(
      orNotFound(ofOwn(access, await changes.find(access.projectId, param('id').toLowerCase())), 'change'),
    ),
  }));
}
