import type { FastifyInstance } from 'fastify';
import type { ChangeStore } from '../../control/changes/change-store.ts';
import { changeRow } from '../change-row.ts';
import { defined } from '../defined.ts';
import { found } from '../found.ts';
import { handle } from '../handle.ts';
import { ofOwn, onlyOwn } from '../own-environment.ts';
import { listAnswer, pageRequest } from '../page.ts';
import { timeOf } from '../time-of.ts';

/** Who changed what, when. */
export function registerChangesRoute(fastify: FastifyInstance, changes: ChangeStore): void {
  handle(fastify, 'listChanges', async ({ place, query }) => {
    const filter = {
      projectId: place.projectId,
      ...defined({
        fromMs: timeOf('from', query.from),
        toMs: timeOf('to', query.to),
        entityType: query.entity_type,
        entityId: query.entity_id?.toLowerCase(),
        actorId: query.actor_id,
        search: query.search === '' ? undefined : query.search,
      }),
    };
    return listAnswer(onlyOwn(place, await changes.list(filter, pageRequest(query, 50))), changeRow);
  });

  handle(fastify, 'showChange', async ({ place, param }) => ({
    data: changeRow(found(ofOwn(place, await changes.find(place.projectId, param('id').toLowerCase())), 'change')),
  }));
}
