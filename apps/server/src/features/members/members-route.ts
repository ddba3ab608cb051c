import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { grantorOf } from '../../http/access/grantor-of.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { MemberStore, ProjectMember } from './member-store.ts';

/** Who may do what in a project. `onChanged` is told whose roles are not what they were. */
export function registerMembersRoute(
  fastify: FastifyInstance,
  members: MemberStore,
  onChanged: (memberId: string) => void,
): void {
  handle(fastify, 'listMembers', async ({ access, query }) =>
    listResponse(await members.list(access.projectId, pageRequest(query, 50)), memberRow),
  );

  handle(fastify, 'addMember', async ({ caller, reply, access, body }) => {
    const member = await members.add(access.projectId, body.email, body.role, grantorOf(caller));
    if (member === undefined) throw new ApiError('NOT_FOUND', 'No account has this email. Send an invitation instead.');
    onChanged(member.id);
    reply.code(201);
    return { data: memberRow(member) };
  });

  handle(fastify, 'changeMember', async ({ caller, access, body, param }) => {
    const { role } = body;
    const id = param('id').toLowerCase();
    if (role === undefined) return { data: memberRow(orNotFound(await members.find(access.projectId, id), 'member')) };
    const member = orNotFound(await members.changeRole(access.projectId, id, role, grantorOf(caller)), 'member');
    onChanged(member.id);
    return { data: memberRow(member) };
  });

  handle(fastify, 'removeMember', async ({ caller, reply, access, param }) => {
    const id = param('id').toLowerCase();
    const isRemoved = await members.remove(access.projectId, id, grantorOf(caller));
    orNotFound(isRemoved ? id : undefined, 'member');
    onChanged(id);
    return reply.code(204).send();
  });

  handle(fastify, 'leaveProject', async ({ caller, reply, access }) => {
    const grantor = grantorOf(caller);
    orNotFound((await members.remove(access.projectId, grantor.actor.id, grantor)) || undefined, 'member');
    onChanged(grantor.actor.id);
    return reply.code(204).send();
  });
}

const memberRow = (member: ProjectMember) => ({
  id: member.id,
  email: member.email,
  name: member.name,
  role: member.role,
  last_signed_in_at: isoTimeOrNull(member.lastSignedInAtMs),
  created_at: isoTime(member.createdAtMs),
  updated_at: isoTime(member.updatedAtMs),
});
