import type { FastifyInstance } from 'fastify';
import { grantorOf } from '../../http/access/grantor-of.ts';
import { provenanceOf } from '../../http/access/member-gate.ts';
import { refuseOtherOrigins } from '../../http/access/same-origin.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { Invitation, InvitationStore } from './invitation-store.ts';
import type { Invitations } from './invitations.ts';
import { type SessionRouteDeps, sessionOpening } from './session-route.ts';

export interface InvitationsRouteDeps
  extends Pick<SessionRouteDeps, 'members' | 'sessionCache' | 'cookie' | 'browserCookie' | 'visitorOf'> {
  readonly store: InvitationStore;
  readonly invitations: Invitations;
}

/** Links by which people become members. */
export function registerInvitationsRoute(fastify: FastifyInstance, deps: InvitationsRouteDeps): void {
  const { store, invitations, sessionCache, visitorOf } = deps;
  const opening = sessionOpening(deps);

  handle(fastify, 'listInvitations', async ({ access, query, receivedAtMs }) =>
    listResponse(await store.list(access.projectId, receivedAtMs, pageRequest(query, 50)), invitationRow),
  );

  handle(fastify, 'createInvitation', async ({ caller, reply, access, body }) => {
    const { invitation, token } = await invitations.invite(access.projectId, body, grantorOf(caller));
    reply.code(201).header('Cache-Control', 'no-store');
    // Behind the #, so that it is neither sent to servers nor written into their logs.
    return { data: { ...invitationRow(invitation), token, link: `/invitations#${token}` } };
  });

  handle(fastify, 'withdrawInvitation', async ({ actor, reply, access, param }) => {
    const isWithdrawn = await store.withdraw(access.projectId, param('id'), actor);
    orNotFound(isWithdrawn ? param('id') : undefined, 'invitation');
    return reply.code(204).send();
  });

  handle(fastify, 'readInvitation', async ({ body }) => {
    const { email, role, project, invitedBy, accountId, expiresAtMs } = await invitations.read(body.token);
    const expires_at = isoTime(expiresAtMs);
    return { data: { email, role, project, invited_by: invitedBy, has_account: accountId !== null, expires_at } };
  });

  handle(fastify, 'acceptInvitation', async ({ request, reply, body }) => {
    refuseOtherOrigins(provenanceOf(request));
    const { token, password, name = null } = body;
    const account = await invitations.accept({ token, password, name, visitor: visitorOf(request) });
    sessionCache.forget(account.member.id);
    return await opening(request, reply.code(201), account);
  });
}

const invitationRow = (invitation: Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  invited_by: invitation.invitedBy,
  expires_at: isoTime(invitation.expiresAtMs),
  created_at: isoTime(invitation.createdAtMs),
  updated_at: isoTime(invitation.createdAtMs),
});
