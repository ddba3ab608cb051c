import { createHash, timingSafeEqual } from 'node:crypto';
import { ApiError, invalidField, isAtLeast, type Role, type Route } from '@lamppost/protocol';
import type { FastifyRequest } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { SessionCache } from '../../edge/sessions/session-cache.ts';
import type { SignedIn } from '../../edge/sessions/signed-in.ts';
import type { MemberCaller } from './caller.ts';
import { type Provenance, refuseOtherOrigins } from './same-origin.ts';
import type { SessionCookie } from './session-cookie.ts';

const projectHeader = 'X-Lamppost-Project';

/** What a request tells of the member who sends it. */
export interface BrowserCredentials extends Provenance {
  readonly cookies: string | undefined;
  readonly csrfToken: string | undefined;
  /** The project it is about, by id or slug. */
  readonly project: string | undefined;
  /** The environment it is about, by id or slug; production when it does not say. */
  readonly environment: string | undefined;
}

export function visitOf(request: FastifyRequest): BrowserCredentials {
  const { headers, query } = request;
  const { project_id: inQuery, environment_id: environment } = query as Readonly<Record<string, unknown>>;
  return {
    cookies: headers.cookie,
    csrfToken: text(headers['x-csrf-token']),
    // Where headers cannot be sent, as by EventSource, the query names it.
    project: text(headers['x-lamppost-project']) ?? text(inQuery),
    environment: text(environment),
    ...provenanceOf(request),
  };
}

export function provenanceOf({ headers }: FastifyRequest): Provenance {
  return { fetchSite: text(headers['sec-fetch-site']), origin: headers.origin, host: headers.host };
}

/** Lets in members who are signed in, as far as their roles allow. */
export class MemberGate {
  readonly #sessionCache: SessionCache;
  readonly #cookie: SessionCookie;
  readonly #state: EdgeState;

  constructor(sessionCache: SessionCache, cookie: SessionCookie, state: EdgeState) {
    this.#sessionCache = sessionCache;
    this.#cookie = cookie;
    this.#state = state;
  }

  /** Undefined when nobody says to be signed in. */
  async callerOf(
    route: Pick<Route, 'member' | 'method'>,
    visit: BrowserCredentials,
  ): Promise<MemberCaller | undefined> {
    const token = this.#cookie.tokenIn(visit.cookies);
    if (token === undefined) return undefined;
    const signedIn = await this.#sessionCache.find(token);
    if (signedIn === undefined) throw new ApiError('UNAUTHORIZED', 'The session has expired. Sign in again.');
    if (route.member === undefined) throw new ApiError('FORBIDDEN', 'This route needs a key');
    if (route.method !== 'GET') refuseForged(signedIn, visit);
    if (route.member === 'self') return { kind: 'member', signedIn };
    if (route.member !== 'operator') return this.#inProject(route.member, signedIn, visit);
    if (!signedIn.member.isOperator) throw new ApiError('FORBIDDEN', 'Only operators can use this route');
    return { kind: 'member', signedIn };
  }

  #inProject(least: Role, signedIn: SignedIn, { project, environment: named }: BrowserCredentials): MemberCaller {
    const projectId = project === undefined ? onlyProject(signedIn) : this.#state.projectId(project);
    const role = projectId === undefined ? undefined : signedIn.roles.get(projectId);
    if (projectId === undefined || role === undefined) {
      throw new ApiError('NOT_FOUND', "Project not found, or you aren't a member of it.");
    }
    if (!isAtLeast(role, least)) {
      throw new ApiError('FORBIDDEN', `This requires the ${least} role; your role in this project is ${role}`);
    }
    const environment = this.#state.environment(projectId, named ?? 'production');
    if (environment === undefined) throw new ApiError('NOT_FOUND', 'Environment not found');
    return { kind: 'member', signedIn, access: { projectId, environment }, role };
  }
}

function onlyProject({ roles }: SignedIn): string {
  const [first, ...others] = roles.keys();
  if (first === undefined) throw new ApiError('FORBIDDEN', "You aren't a member of any project");
  if (others.length > 0) {
    throw invalidField(
      projectHeader,
      'is required: you are a member of several projects. Send the id or slug of the project',
    );
  }
  return first;
}

function refuseForged(signedIn: SignedIn, visit: BrowserCredentials): void {
  refuseOtherOrigins(visit);
  if (visit.csrfToken === undefined || !isSame(visit.csrfToken, signedIn.csrfToken)) {
    throw new ApiError('FORBIDDEN', 'X-CSRF-Token must be the csrf_token of the session');
  }
}

function isSame(given: string, expected: string): boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
