import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Route, type RouteName, routes, unavailable } from '@lamppost/protocol';
import { clientCorsHeaders } from '../server/cors.ts';
import { discardRest } from '../server/discard-rest.ts';
import type { Drain } from '../server/drain.ts';
import { errorResponse } from '../server/error-response.ts';
import { requestIdOf } from '../server/request-id.ts';
import type { RequestObserver } from '../server/request-observer.ts';
import { shedClassOf } from './shed-order.ts';

/** Clients wait longer each time by themselves. */
const RETRY_AFTER_SECONDS = 2;

/** The same for everybody: when there is too much to do, not even an error is made anew. */
export const overloadedResponse = errorResponse(
  unavailable('The server is overloaded; send the request again later', RETRY_AFTER_SECONDS),
);

const headers: Readonly<Record<string, string | number>> = {
  ...clientCorsHeaders,
  ...overloadedResponse.headers,
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(overloadedResponse.body),
};

/** Client routes that can be rejected and whose path is always the same. */
const names = new Map(
  (Object.entries(routes) as [RouteName, Route][])
    .filter(([name, { path, isClient }]) => shedClassOf(name) !== undefined && isClient === true && !path.includes(':'))
    .map(([name, { method, path }]) => [`${method} ${path}`, name]),
);

/** Undefined for requests that only the framework can tell apart, and for those that are never rejected. */
export const sheddableRoute = ({ method, url }: IncomingMessage): RouteName | undefined =>
  names.get(`${method} ${url}`);

export interface RejectionDeps {
  readonly drain: Drain;
  readonly observer: RequestObserver;
  readonly transportHeaders: Readonly<Record<string, string>>;
}

/** As little as possible: nobody's key is looked at, and nothing of the body is kept. */
export function respondOverloaded(
  { drain, observer, transportHeaders }: RejectionDeps,
  name: RouteName,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const startedAtMs = performance.now();
  response.writeHead(overloadedResponse.status, {
    ...headers,
    ...transportHeaders,
    'X-Request-ID': requestIdOf(request.headers['x-request-id']),
    ...(drain.isLastResult(request, response) ? { Connection: 'close' } : {}),
  });
  response.end(overloadedResponse.body);
  discardRest(request);
  observer.answered(name, overloadedResponse.status, performance.now() - startedAtMs);
}
