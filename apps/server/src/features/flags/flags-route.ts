import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import { onlyOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { memberFilter } from '../../http/request/member-filter.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import { changeRow } from '../changes/change-row.ts';
import type { Flag, FlagStore } from './flag-store.ts';

/** Flags of a project: what they are. What they are for whom is targeting. */
export function registerFlagsRoute(fastify: FastifyInstance, flags: FlagStore, publisher: EdgePublisher): void {
  handle(fastify, 'listFlags', async ({ actor, access, query }) => {
    const { status, platform, tag, kind, search, expires_by: expiresBy } = query;
    const owner = memberFilter('owner', query.owner, actor);
    const filter = {
      projectId: access.projectId,
      ...omitUndefined({ status, platform, tag, kind, search, owner, expiresBy }),
    };
    return listResponse(await flags.list(filter, pageRequest(query, 20)), flagRow);
  });

  handle(fastify, 'createFlag', async ({ actor, reply, access, body }) => {
    const flag = await flags.create(
      {
        projectId: access.projectId,
        key: body.key,
        name: body.name,
        platforms: body.platforms,
        ...omitUndefined({
          description: body.description,
          valueType: body.value_type,
          defaultValue: body.default_value,
          tags: body.tags,
          kind: body.kind,
          owner: body.owner,
          prerequisites: body.prerequisites,
          expiresOn: body.expires_on,
        }),
      },
      actor,
    );
    await publisher.publish();
    reply.code(201);
    return { data: flagRow(flag) };
  });

  handle(fastify, 'showFlag', async ({ access, param }) => ({
    data: flagRow(orNotFound(await flags.find(access.projectId, param('id')), 'flag')),
  }));

  handle(fastify, 'changeFlag', async ({ actor, access, body, param }) => {
    const patch = omitUndefined({
      key: body.key,
      valueType: body.value_type,
      name: body.name,
      description: body.description,
      platforms: body.platforms,
      tags: body.tags,
      status: body.status,
      kind: body.kind,
      defaultValue: body.default_value,
      owner: body.owner,
      prerequisites: body.prerequisites,
      expiresOn: body.expires_on,
    });
    const flag = await flags.update(access.projectId, param('id'), patch, actor, body.comment);
    await publisher.publish();
    return { data: flagRow(orNotFound(flag, 'flag')) };
  });

  handle(fastify, 'flagHistory', async ({ access, query, param }) =>
    listResponse(
      onlyOwn(access, orNotFound(await flags.history(access.projectId, param('id'), pageRequest(query, 50)), 'flag')),
      changeRow,
    ),
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
  owner: flag.owner,
  prerequisites: flag.prerequisites,
  expires_on: flag.expiresOn,
  stale: flag.stale,
  last_seen_at: isoTimeOrNull(flag.lastSeenAtMs),
  created_at: isoTime(flag.createdAtMs),
  updated_at: isoTime(flag.updatedAtMs),
});
