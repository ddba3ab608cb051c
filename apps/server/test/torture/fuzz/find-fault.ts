import { type Access, errorCodes } from '@lamppost/protocol';
import { type FuzzedRoute, fuzzedRoutes } from './api-document.ts';
import type { CallerName, FuzzRequest } from './build-request.ts';
import type { FuzzResponse } from './send-request.ts';

const routesByName = new Map<string, FuzzedRoute>(fuzzedRoutes.map((route) => [route.name, route]));

/** What is wrong with a response; undefined when it is as the contract says. */
export function findFault(request: FuzzRequest, response: Omit<FuzzResponse, 'tookMs'>): string | undefined {
  const known = routesByName.get(request.route);
  if (known === undefined) return `there is no route ${request.route}`;
  const { status, headers, text } = response;
  if (status === 503) return headers['retry-after'] === undefined ? '503 without Retry-After' : undefined;
  if (status >= 500 || status < 200) return `status ${status}`;
  if (request.method !== 'HEAD' && status >= 400 && !isError(text, known, status))
    return `${status} without the envelope of errors`;
  if (!request.isPathPlain) return undefined;
  const expected = expectedOfGate(known, request.caller);
  if (expected !== undefined && status !== expected && !isBeforeGate(status)) {
    return `${status} where the key gets ${expected}`;
  }
  if (
    request.isForeign &&
    request.caller !== 'other' &&
    status < 300 &&
    !known.route.access.includes('anyone') &&
    isOfProject(request)
  ) {
    return `${status} for an id of another project`;
  }
  // A member may have signed out or left the project by a request before.
  if (request.caller === 'session' && [401, 403, 404].includes(status)) return undefined;
  if (expected === undefined && !known.statuses.has(status) && !isBeforeGate(status)) {
    return `${status} is not documented`;
  }
  return undefined;
}

function isError(text: string, { route }: FuzzedRoute, status: number): boolean {
  if (route.failureShapes?.[status] !== undefined) return true;
  try {
    const { error, jsonrpc, errorCode } = JSON.parse(text) as {
      error?: { code?: unknown; message?: unknown };
      jsonrpc?: unknown;
      errorCode?: unknown;
    };
    if (jsonrpc === '2.0' || typeof errorCode === 'string') return true;
    return typeof error?.message === 'string' && Object.hasOwn(errorCodes, String(error.code));
  } catch {
    return false;
  }
}

/** What is too long is refused before anybody asks who sends it. */
const isBeforeGate = (status: number): boolean => [414, 417, 429, 431].includes(status);

/** Ids such as names of devices are the same in both projects; only those that the server made are foreign. */
const isOfProject = ({ path }: FuzzRequest): boolean =>
  /%other\.(flags|dashboards|widgets|shares|experiments|groups|cohorts|layers|alerts|webhooks|releases|invitations|keys)%/.test(
    path,
  );

const kinds: Partial<Record<CallerName, Access>> = {
  publishable: 'publishable',
  secret: 'secret',
  confined: 'secret',
  dev: 'dev',
  operator: 'operator',
};

/** 401 or 403 if the caller does not come past the gate; undefined if it may, or if it is a member. */
function expectedOfGate({ route }: FuzzedRoute, caller: CallerName): number | undefined {
  const { access, isKeyOptional, isProjectWide } = route;
  if (access.includes('anyone') || caller === 'session') return undefined;
  if (caller === 'none') return access.includes('machine') || isKeyOptional === true ? undefined : 401;
  // Keys may be revoked by requests before; then they are like unknown ones.
  if (caller === 'revoked' || caller === 'unknown') return 401;
  const kind = kinds[caller] ?? 'secret';
  const isAllowed = access.includes(kind) || (access.includes('machine') && kind === 'operator');
  if (!isAllowed || (caller === 'confined' && isProjectWide === true)) return 403;
  return undefined;
}
