import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../edge/sessions/member.ts';
import type { SessionCache } from '../../edge/sessions/session-cache.ts';
import type { SignedIn } from '../../edge/sessions/signed-in.ts';
import type { Caller } from '../../http/access/caller.ts';
import { provenanceOf } from '../../http/access/member-gate.ts';
import { refuseOtherOrigins } from '../../http/access/same-origin.ts';
import type { SessionCookie } from '../../http/access/session-cookie.ts';
import { handle } from '../../http/request/handle.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { BrowserCookie } from './browser-cookie.ts';
import { mintBrowserToken } from './known-browser.ts';
import type { MemberStore } from './member-store.ts';
import type { Passwords } from './passwords.ts';
import type { SignIn, Visitor } from './sign-in.ts';

export interface SessionRouteDeps {
  readonly members: MemberStore;
  readonly sessionCache: SessionCache;
  readonly signIn: SignIn;
  readonly passwords: Passwords;
  readonly cookie: SessionCookie;
  readonly browserCookie: BrowserCookie;
  readonly visitorOf: (request: FastifyRequest) => Visitor;
}

/** Sign-in and what members do about themselves. */
export function registerSessionRoute(fastify: FastifyInstance, deps: SessionRouteDeps): void {
  const { members, sessionCache, signIn, passwords, cookie, visitorOf } = deps;
  const opening = sessionOpening(deps);

  handle(fastify, 'signIn', async ({ request, reply, body }) => {
    refuseOtherOrigins(provenanceOf(request));
    const account = await signIn.check(body.email, body.password, visitorOf(request));
    return await opening(request, reply.code(201), account);
  });

  handle(fastify, 'showSession', async ({ reply, caller }) => {
    reply.header('Cache-Control', 'no-store');
    return await sessionResponse(members, signedInOf(caller));
  });

  handle(fastify, 'changeProfile', async ({ reply, caller, actor, body }) => {
    const signedIn = signedInOf(caller);
    reply.header('Cache-Control', 'no-store');
    if (body.name === undefined) return await sessionResponse(members, signedIn);
    const member = (await members.rename(signedIn.member.id, body.name, actor)) ?? signedIn.member;
    sessionCache.forget(member.id);
    return await sessionResponse(members, { ...signedIn, member });
  });

  handle(fastify, 'changePassword', async ({ request, reply, caller, actor, body }) => {
    const { member } = signedInOf(caller);
    await signIn.check(member.email, body.current_password, visitorOf(request));
    const passwordHash = await passwords.hash(body.new_password);
    await members.setPassword(member.id, passwordHash, actor);
    sessionCache.forget(member.id);
    return await opening(request, reply, { member, passwordHash });
  });

  handle(fastify, 'signOut', async ({ reply, caller }) => {
    await sessionCache.end(signedInOf(caller));
    return reply.header('Set-Cookie', cookie.drop()).code(204).send();
  });

  handle(fastify, 'signOutEverywhere', async ({ reply, caller }) => {
    await sessionCache.endAll(signedInOf(caller).member.id);
    return reply.header('Set-Cookie', cookie.drop()).code(204).send();
  });
}

/** Begins a session for somebody who has shown who they are, in place of the one that the browser may have. */
export function sessionOpening({
  members,
  sessionCache,
  cookie,
  browserCookie,
}: Pick<SessionRouteDeps, 'members' | 'sessionCache' | 'cookie' | 'browserCookie'>) {
  return async (request: FastifyRequest, reply: FastifyReply, account: Account) => {
    const former = cookie.tokenIn(request.headers.cookie);
    const replaced = former === undefined ? undefined : await sessionCache.find(former);
    if (replaced !== undefined) await sessionCache.end(replaced);
    const begun = await sessionCache.begin(account);
    if (begun === undefined) throw new ApiError('UNAUTHORIZED', 'The password was changed. Sign in again.');
    const known = browserCookie.keep(mintBrowserToken(account), account.member.id);
    reply.headers({ 'Set-Cookie': [cookie.keep(begun.token), known], 'Cache-Control': 'no-store' });
    return await sessionResponse(members, begun.signedIn);
  };
}

function signedInOf(caller: Caller): SignedIn {
  if (caller.kind !== 'member') throw new Error('Not signed in');
  return caller.signedIn;
}

async function sessionResponse(members: MemberStore, { member, csrfToken, expiresAtMs }: SignedIn) {
  const { id, email, name, isOperator } = member;
  return {
    data: {
      member: { id, email, name, is_operator: isOperator },
      projects: await members.projectsOf(id),
      csrf_token: csrfToken,
      expires_at: isoTime(expiresAtMs),
    },
  };
}
