import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ApiError, limits, type Route, tooLarge } from '@lamppost/protocol';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from '../../telemetry/logger.ts';
import { byAssistant } from '../access/by-assistant.ts';
import type { Gate } from '../access/gate.ts';
import { visitOf } from '../access/member-gate.ts';
import { type HotRoute, respondHot } from '../hot/hot-path.ts';
import { InFlightRequests } from '../overload/in-flight-requests.ts';
import type { LoadShedder } from '../overload/load-shedder.ts';
import { respondOverloaded } from '../overload/respond-overloaded.ts';
import { shedRouteOf } from '../overload/shed-order.ts';
import type { DashboardFiles } from '../static/dashboard-files.ts';
import type { Documentation } from '../static/documentation.ts';
import type { Cors } from './cors.ts';
import { clientCorsHeaders } from './cors.ts';
import { discardRest } from './discard-rest.ts';
import { Drain } from './drain.ts';
import { errorResponse, toApiError } from './error-response.ts';
import { FailureLog } from './failure-log.ts';
import { isOnThisMachine } from './is-on-this-machine.ts';
import { limitHeaders } from './limit-headers.ts';
import { Listeners } from './listeners.ts';
import { requestIdOf } from './request-id.ts';
import type { RequestObserver } from './request-observer.ts';
import { memberHeaders, safetyHeaders } from './safety-headers.ts';
import './fastify-types.ts';

export interface AppDeps {
  readonly gate: Gate;
  readonly cors: Cors;
  readonly logger: Logger;
  readonly observer: RequestObserver;
  readonly hotRoutes: readonly HotRoute[];
  readonly shedder: LoadShedder;
  readonly dashboard: DashboardFiles;
  readonly documentation: Documentation;
  readonly transportHeaders: Readonly<Record<string, string>>;
  /** Ends what would otherwise stay open for ever. */
  readonly onDrain: () => void;
}

/** What the hooks and handlers of this file share. */
interface AppParts extends Omit<AppDeps, 'logger'> {
  readonly failures: FailureLog;
}

/** Connections that wait to be taken. With the usual 511 a burst of new ones waits for seconds until they are tried again. */
const BACKLOG = 4_096;
const MAX_URL_LENGTH = 8_192;
const timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  keepAliveMs: 72_000,
  checkEveryMs: 2_000,
  drainAcceptMs: 100,
  drainIdleMs: 1_000,
  drainAllMs: 8_000,
} as const;

export interface App {
  /** What the routes are put on. */
  readonly fastify: FastifyInstance;
  isDraining(): boolean;
  /** Resolves with the address it listens on. */
  listen(port: number, host: string): Promise<string>;
  /** Finishes what is under way and takes nothing new. */
  drain(): Promise<void>;
}

export function createApp({ logger, ...given }: AppDeps): App {
  const drain = new Drain();
  const deps: AppParts = { ...given, failures: new FailureLog(logger) };
  const hotParts = { ...deps, drain, inFlight: new InFlightRequests() };
  const fastify = Fastify({
    serverFactory: (handler) => {
      const server = createServer(
        {
          maxHeaderSize: 32_768,
          // There is one host here; Node would answer a request that does not name it without the envelope.
          requireHostHeader: false,
          headersTimeout: timeouts.headersMs,
          requestTimeout: timeouts.requestMs,
          keepAliveTimeout: timeouts.keepAliveMs,
          connectionsCheckingInterval: timeouts.checkEveryMs,
        },
        (request, response) => drain.admit(request, response, () => respond(hotParts, handler, request, response)),
      );
      server.on('clientError', respondBrokenRequest);
      // Node would answer 417 without the envelope; what a client expects beyond an answer is its own affair.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response));
      return server;
    },
    routerOptions: { maxParamLength: 1024, ignoreDuplicateSlashes: true },
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    bodyLimit: limits.otherBodyBytes,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) =>
      void sendError(deps, request as FastifyRequest, (reply as FastifyReply).headers(clientCorsHeaders), error),
  });
  readBodiesAsBytes(fastify);
  addHooks(fastify, deps, drain);
  const listeners = new Listeners(fastify.server, {
    backlog: BACKLOG,
    onFailure: (error) =>
      logger.warn({ err: error }, 'Could not open more listening handles; new connections may wait longer under load'),
  });
  return {
    fastify,
    isDraining: () => drain.isDraining,
    listen: async (port, host) => {
      await fastify.listen({ port, host, backlog: BACKLOG });
      return urlOf(fastify.server.address() as AddressInfo);
    },
    drain: () => drain.run(fastify.server, listeners, timeouts, deps.onDrain),
  };
}

/** Rejected at once while the server is overloaded, answered in front of the framework, or by it. */
function respond(
  parts: AppParts & { readonly drain: Drain; readonly inFlight: InFlightRequests },
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const shedRoute = shedRouteOf(request);
  if (shedRoute !== undefined && !parts.shedder.admit(shedRoute)) {
    respondOverloaded(parts, shedRoute, request, response);
    return;
  }
  const leave = (): void => {
    if (shedRoute !== undefined) parts.shedder.leave(shedRoute);
  };
  const hot = parts.hotRoutes.find((route) => route.matches(request));
  if (hot !== undefined) {
    void respondHot(parts, hot, request, response).finally(leave);
    return;
  }
  if (shedRoute !== undefined) parts.inFlight.add(request, response, leave);
  handler(request, response);
}

/** Requests are checked by the validators of the protocol. Fastify's compilers would only be loaded, at every start. */
const noSchemas = (): never => {
  throw new Error('Routes have no schemas of Fastify.');
};

/** OpenFeature clients may send the key in a header of its own. */
function credentialOf(request: FastifyRequest, route: Route): string | undefined {
  const { authorization, 'x-api-key': apiKey } = request.headers;
  if (authorization !== undefined || route.isApiKeyHeaderRead !== true || typeof apiKey !== 'string')
    return authorization;
  return `Bearer ${apiKey}`;
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function readBodiesAsBytes(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
}

function addHooks(fastify: FastifyInstance, deps: AppParts, drain: Drain): void {
  fastify.decorateRequest('admission', null as unknown as FastifyRequest['admission']);
  fastify.decorateRequest('startedAtMs', 0);

  fastify.addHook('onRequest', async (request, reply) => {
    request.startedAtMs = performance.now();
    // Bodies are JSON whatever they are called; the framework would refuse names that are no media type.
    delete request.raw.headers['content-type'];
    reply.header('X-Request-ID', request.id);
    const { route } = request.routeOptions.config;
    reply.headers(safetyHeaders(route)).headers(deps.transportHeaders);
    reply.headers(deps.cors.headersFor(route === undefined || route.isClient === true, request.headers.origin));
    if ((request.raw.url?.length ?? 0) > MAX_URL_LENGTH) {
      throw new ApiError('VALIDATION_ERROR', `The URL is longer than ${MAX_URL_LENGTH} characters`, { status: 414 });
    }
    // Answered here, because the framework would first read, and judge, a body that nobody asked for.
    if (route === undefined) return await respondUnrouted(deps, request, reply);
    const authorization = credentialOf(request, route);
    const admission = await deps.gate.admit(route, {
      authorization,
      isLoopback: isOnThisMachine(request.raw),
      ...(authorization === undefined ? { visit: visitOf(request) } : {}),
    });
    request.admission = { ...admission, caller: byAssistant(admission.caller, request.headers) };
    reply.headers(limitHeaders(request.admission.limits));
    if (request.admission.refusal !== undefined) throw request.admission.refusal;
    const { caller } = request.admission;
    if (caller.kind === 'member') reply.headers(memberHeaders);
    if (caller.kind === 'key') {
      deps.observer.environmentNamed(caller.key.environment.slug, request.headers['x-environment']);
    }
  });

  fastify.addHook('onSend', (request, reply, _payload, done) => {
    if (drain.isLastResult(request.raw, reply.raw)) reply.header('Connection', 'close');
    done();
  });

  fastify.addHook('onResponse', async (request, reply) => {
    const name = request.routeOptions.config.routeName ?? 'unknown';
    deps.observer.answered(name, reply.statusCode, performance.now() - request.startedAtMs);
  });

  fastify.setErrorHandler((error, request, reply) => {
    const isTooLarge = (error as { code?: unknown }).code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    const limitBytes = request.routeOptions.bodyLimit ?? limits.otherBodyBytes;
    return sendError(deps, request, reply, isTooLarge ? tooLarge(limitBytes) : error);
  });
  fastify.setNotFoundHandler((request, reply) => respondUnrouted(deps, request, reply));
}

/** Preflights, the documentation, the dashboard, and everything that no route has; a wrong method on a known path is one of these. */
async function respondUnrouted(deps: AppParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (request.method === 'OPTIONS') {
    const headers = deps.cors.preflight(routedPath(request), request.headers.origin);
    if (headers !== undefined)
      return reply.removeHeader('Access-Control-Allow-Origin').headers(headers).code(204).send();
  }
  const unknown = new ApiError('NOT_FOUND', `There is no route ${request.method} ${pathOf(request)}`);
  return (
    (await deps.documentation.response(request, reply)) ??
    (await deps.dashboard.response(request, reply)) ??
    sendError(deps, request, reply, unknown)
  );
}

/** As the router reads it: preflights have no route of their own. */
function routedPath(request: FastifyRequest): string {
  const path = (request.raw.url ?? '').replace(/[?#].*$/, '').replaceAll(/\/{2,}/g, '/');
  try {
    return decodeURI(path);
  } catch {
    // Not an encoding: no route has it.
    return path;
  }
}

const pathOf = (request: FastifyRequest): string => (request.raw.url ?? '').replace(/[?#].*$/, '').slice(0, 200);

function sendError(deps: AppParts, request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const apiError = toApiError(error);
  const response = errorResponse(apiError);
  deps.failures.note(apiError, request.id, request.method, request.routeOptions?.url ?? pathOf(request));
  if (response.status === 413 && !request.raw.complete) {
    // Set by the framework, which would cut a client that is still sending.
    reply.removeHeader('Connection');
    discardRest(request.raw);
  }
  return reply
    .code(response.status)
    .headers({ ...response.headers, 'X-Request-ID': request.id })
    .type('application/json; charset=utf-8')
    .send(response.body);
}

/** What does not even become a request. A body or header that stalls is cut: an answer would look final to the client. */
function respondBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || error.code === 'ERR_HTTP_REQUEST_TIMEOUT' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const response = errorResponse(
    new ApiError('VALIDATION_ERROR', isTooLarge ? 'The headers are too large' : 'This is not a valid HTTP request', {
      status: isTooLarge ? 431 : 400,
    }),
  );
  const headers = Object.entries({
    ...clientCorsHeaders,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(response.body),
    'X-Request-ID': requestIdOf(undefined),
    Connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = isTooLarge ? '431 Request Header Fields Too Large' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}\r\n${response.body}`);
}
