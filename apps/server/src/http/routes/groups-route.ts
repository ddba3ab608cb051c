import { invalidField } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { Group, GroupMember, GroupStore } from '../../control/groups/group-store.ts';
import type { EdgePublisher } from '../../snapshot/edge-publisher.ts';
import { actorOf } from '../actor-of.ts';
import { defined } from '../defined.ts';
import { found } from '../found.ts';
import { handle } from '../handle.ts';
import { listAnswer, pageRequest } from '../page.ts';
import { isoTime, isoTimeOrNull } from '../wire-time.ts';

export interface GroupsRouteParts {
  readonly groups: GroupStore;
  readonly publisher: EdgePublisher;
  /** What is remembered of a user is not true any more. */
  readonly forgetUser: (projectId: string, userId: string) => void;
}

/** Named sets of users that rules can point to. */
export function registerGroupsRoute(
  fastify: FastifyInstance,
  { groups, publisher, forgetUser }: GroupsRouteParts,
): void {
  handle(fastify, 'listGroups', async ({ key, query }) => {
    const { search, include_archived: includeArchived } = query;
    const filter = { projectId: key.projectId, ...defined({ search, includeArchived }) };
    return listAnswer(await groups.list(filter, pageRequest(query, 50)), groupRow);
  });

  handle(fastify, 'createGroup', async ({ request, reply, key, body }) => {
    const group = await groups.create(
      { projectId: key.projectId, key: body.key, name: body.name, ...defined({ description: body.description }) },
      actorOf(request.admission.caller),
    );
    await publisher.publish();
    reply.code(201);
    return { data: groupRow(group) };
  });

  handle(fastify, 'showGroup', async ({ key, param }) => ({
    data: groupRow(found(await groups.find(key.projectId, param('id')), 'group')),
  }));

  handle(fastify, 'changeGroup', async ({ request, key, body, param }) => {
    const { key: sentKey, name, description, archived } = body;
    const patch = defined({ key: sentKey, name, description, archived });
    const group = await groups.update(key.projectId, param('id'), patch, actorOf(request.admission.caller));
    await publisher.publish();
    return { data: groupRow(found(group, 'group')) };
  });

  handle(fastify, 'listGroupMembers', async ({ key, query, param }) =>
    listAnswer(found(await groups.members(key.projectId, param('id'), pageRequest(query, 50)), 'group'), memberRow),
  );

  handle(fastify, 'addGroupMember', async ({ request, reply, key, body, param }) => {
    const { user_id: userId, email } = body;
    if ((userId === undefined) === (email === undefined))
      throw invalidField('user_id', 'send exactly one of user_id and email');
    const whom = userId === undefined ? { email: email ?? '' } : { userId };
    const member = await groups.addMember(key.projectId, param('id'), whom, actorOf(request.admission.caller));
    const { userId: added } = found(member, 'group');
    forgetUser(key.projectId, added);
    await publisher.publish();
    reply.code(201);
    return { data: memberRow(found(member, 'group')) };
  });

  handle(fastify, 'removeGroupMember', async ({ request, reply, key, param }) => {
    const userId = param('userId');
    const isRemoved = await groups.removeMember(key.projectId, param('id'), userId, actorOf(request.admission.caller));
    found(isRemoved || undefined, 'group, or no such member in it');
    forgetUser(key.projectId, userId);
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
