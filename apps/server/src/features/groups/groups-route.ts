import { invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { Group, GroupMember, GroupStore } from './group-store.ts';

export interface GroupsRouteDeps {
  readonly groups: GroupStore;
  readonly publisher: EdgePublisher;
  /** What is remembered of a user is not true any more. */
  readonly forgetUser: (projectId: string, userId: string) => void;
}

/** Named sets of users that rules can point to. */
export function registerGroupsRoute(
  fastify: FastifyInstance,
  { groups, publisher, forgetUser }: GroupsRouteDeps,
): void {
  handle(fastify, 'listGroups', async ({ access, query }) => {
    const { search, include_archived: includeArchived } = query;
    const filter = { projectId: access.projectId, ...omitUndefined({ search, includeArchived }) };
    return listResponse(await groups.list(filter, pageRequest(query, 50)), groupRow);
  });

  handle(fastify, 'createGroup', async ({ actor, reply, access, body }) => {
    const group = await groups.create(
      {
        projectId: access.projectId,
        key: body.key,
        name: body.name,
        ...omitUndefined({ description: body.description }),
      },
      actor,
    );
    await publisher.publish();
    reply.code(201);
    return { data: groupRow(group) };
  });

  handle(fastify, 'showGroup', async ({ access, param }) => ({
    data: groupRow(orNotFound(await groups.find(access.projectId, param('id')), 'group')),
  }));

  handle(fastify, 'changeGroup', async ({ actor, access, body, param }) => {
    const { key: sentKey, name, description, archived } = body;
    const patch = omitUndefined({ key: sentKey, name, description, archived });
    const group = await groups.update(access.projectId, param('id'), patch, actor);
    await publisher.publish();
    return { data: groupRow(orNotFound(group, 'group')) };
  });

  handle(fastify, 'listGroupMembers', async ({ access, query, param }) =>
    listResponse(
      orNotFound(await groups.members(access.projectId, param('id'), pageRequest(query, 50)), 'group'),
      memberRow,
    ),
  );

  handle(fastify, 'addGroupMember', async ({ actor, reply, access, body, param }) => {
    const { user_id: userId, email } = body;
    if ((userId === undefined) === (email === undefined))
      throw invalidField('user_id', 'send exactly one of user_id and email');
    const whom = userId === undefined ? { email: email ?? '' } : { userId };
    const member = await groups.addMember(access.projectId, param('id'), whom, actor);
    const { userId: added } = orNotFound(member, 'group');
    forgetUser(access.projectId, added);
    await publisher.publish();
    reply.code(201);
    return { data: memberRow(orNotFound(member, 'group')) };
  });

  handle(fastify, 'removeGroupMember', async ({ actor, reply, access, param }) => {
    const userId = param('userId');
    const isRemoved = await groups.removeMember(access.projectId, param('id'), userId, actor);
    orNotFound(isRemoved || undefined, 'group or member');
    forgetUser(access.projectId, userId);
    await publisher.publish();
    return reply.code(204).send();
  });
}

const groupRow = (group: Group) => ({
  id: group.id,
  key: group.key,
  name: group.name,
  description: group.description,
  archived_at: isoTimeOrNull(group.archivedAtMs),
  created_at: isoTime(group.createdAtMs),
  updated_at: isoTime(group.updatedAtMs),
  member_count: group.memberCount,
});

const memberRow = ({ id, userId, addedAtMs }: GroupMember) => ({ id, user_id: userId, added_at: isoTime(addedAtMs) });
