import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Route, type RouteName, routes, unavailable } from '@lamppost/protocol';
import type { Cors } from '../server/cors.ts';
import { discardRest } from '../server/discard-rest.ts';
import type { Drain } from '../server/drain.ts';
import { errorResponse } from '../server/error-response.ts';
import { requestIdOf } from '../server/request-id.ts';
import type { RequestObserver } from '../server/request-observer.ts';
import { safetyHeaders } from '../server/safety-headers.ts';

/** Clients wait longer each time by themselves. */
const RETRY_AFTER_SECONDS = 2;

/** The same for everybody: when there is too much to do, not even an error is made anew. */
const { status, headers, body } = errorResponse(
  unavailable('The server is overloaded; send the request again later', RETRY_AFTER_SECONDS),
);

export interface OverloadedDeps {
  readonly cors: Pick<Cors, 'headersFor'>;
  readonly transportHeaders: Readonly<Record<string, string>>;
  readonly drain: Pick<Drain, 'isLastResult'>;
  readonly observer: Pick<RequestObserver, 'answered'>;
}

/** Answers 503 without reading the request further, in front of the framework and of the gate. */
export function respondOverloaded(
  deps: OverloadedDeps,
  name: RouteName,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const startedAtMs = performance.now();
  const route: Route = routes[name];
  if (deps.drain.isLastResult(request, response)) response.setHeader('Connection', 'close');
  response.writeHead(status, {
    'X-Request-ID': requestIdOf(request.headers['x-request-id']),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
    ...deps.cors.headersFor(route.isClient === true, request.headers.origin),
    ...safetyHeaders(route),
    ...deps.transportHeaders,
  });
  response.end(body);
  discardRest(request);
  deps.observer.answered(name, status, performance.now() - startedAtMs);
}
