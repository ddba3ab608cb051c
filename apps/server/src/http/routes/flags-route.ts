import type { FastifyInstance } from 'fastify';
import type { Flag, FlagStore } from '../../control/flags/flag-store.ts';
import type { EdgePublisher } from '../../snapshot/edge-publisher.ts';
import { actorOf } from '../actor-of.ts';
import { changeRow } from '../change-row.ts';
import { defined } from '../defined.ts';
import { found } from '../found.ts';
import { handle } from '../handle.ts';
import { listAnswer, pageRequest } from '../page.ts';
import { isoTime, isoTimeOrNull } from '../wire-time.ts';

/** Flags of a project: what they are. What they are for whom is targeting. */
export function registerFlagsRoute(fastify: FastifyInstance, flags: FlagStore, publisher: EdgePublisher): void {
  handle(fastify, 'listFlags', async ({ key, query }) => {
    const { status, platform, tag, search } = query;
    const filter = { projectId: key.projectId, ...defined({ status, platform, tag, search }) };
    return listAnswer(await flags.list(filter, pageRequest(query, 20)), flagRow);
  });

  handle(fastify, 'createFlag', async ({ request, reply, key, body }) => {
    const flag = await flags.create(
      {
        projectId: key.projectId,
        key: body.key,
        name: body.name,
        platforms: body.platforms,
        ...defined({
          description: body.description,
          valueType: body.value_type,
          defaultValue: body.default_value,
          tags: body.tags,
          kind: body.kind,
        }),
      },
      actorOf(request.admission.caller),
    );
    await publisher.publish();
    reply.code(201);
    return { data: flagRow(flag) };
  });

  handle(fastify, 'showFlag', async ({ key, param }) => ({
    data: flagRow(found(await flags.find(key.projectId, param('id')), 'flag')),
  }));

  handle(fastify, 'changeFlag', async ({ request, key, body, param }) => {
    const patch = defined({
      key: body.key,
      valueType: body.value_type,
      name: body.name,
      description: body.description,
      platforms: body.platforms,
      tags: body.tags,
      status: body.status,
      kind: body.kind,
      defaultValue: body.default_value,
    });
    const flag = await flags.update(key.projectId, param('id'), patch, actorOf(request.admission.caller));
    await publisher.publish();
    return { data: flagRow(found(flag, 'flag')) };
  });

  handle(fastify, 'flagHistory', async ({ key, query, param }) =>
    listAnswer(found(await flags.history(key.projectId, param('id'), pageRequest(query, 50)), 'flag'), changeRow),
  );
}

export const flagRow = (flag: Flag) => ({
  id: flag.id,
  key: flag.key,
  name: flag.name,
  description: flag.description,
  value_type: flag.valueType,
  default_value: flag.defaultValue,
  platforms: flag.platforms,
  tags: flag.tags,
  kind: flag.kind,
  status: flag.status,
  stale: flag.stale,
  last_seen_at: isoTimeOrNull(flag.lastSeenAtMs),
  created_at: isoTime(flag.createdAtMs),
  updated_at: isoTime(flag.updatedAtMs),
});
