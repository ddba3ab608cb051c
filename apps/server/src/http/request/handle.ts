import {
  invalidBody,
  invalidField,
  invalidFields,
  limits,
  type Route,
  type RouteName,
  routes,
  type Validator,
  type Wire,
} from '@lamppost/protocol';
import * as bodyValidators from '@lamppost/protocol/body-validators';
import * as queryValidators from '@lamppost/protocol/query-validators';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readJson, tooDeep } from '../../collect/ingest/json/read-json.ts';
import { WalkFlags, walkValue } from '../../collect/ingest/json/walk-value.ts';
import type { Actor } from '../../control/actor.ts';
import { ApprovalRequested } from '../../control/control-errors.ts';
import { actorOf } from '../access/actor-of.ts';
import type { Caller } from '../access/caller.ts';
import type { ProjectAccess } from '../access/project-access.ts';
import { describeFaults } from './describe-faults.ts';
import { inflate } from './inflate.ts';
import { methodsOf } from './methods-of.ts';
import { uploadBody } from './upload-body.ts';

type Named<N extends RouteName, Part extends 'body' | 'query'> = (typeof routes)[N] extends {
  readonly [P in Part]: infer S extends keyof Wire;
}
  ? Wire[S]
  : undefined;

export interface Incoming<N extends RouteName> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: Named<N, 'query'>;
  readonly receivedAtMs: number;
  readonly caller: Caller;
  /** Who is noted in the change log for what is changed. */
  readonly actor: Actor;
  /** The project and environment of the caller; routes of operators and of anyone have none and must not ask. */
  readonly access: ProjectAccess;
  param(name: string): string;
}

export interface IncomingJson<N extends RouteName> extends Incoming<N> {
  readonly body: Named<N, 'body'>;
}

export interface IncomingBytes<N extends RouteName> extends Incoming<N> {
  readonly bodyBytes: Buffer;
}

export interface IncomingUpload<N extends RouteName> extends Incoming<N> {
  /** The body as it comes; anyone who takes it bounds what it inflates to. */
  readonly bodyPieces: AsyncIterable<Buffer>;
}

/** A string is sent as it is, being JSON already; anything else is made JSON. */
type Answer = Promise<unknown>;

/** Puts a route of the table on the server; its body and query are checked before the work sees them. */
export function handle<N extends RouteName>(
  fastify: FastifyInstance,
  name: N,
  work: (incoming: IncomingJson<N>) => Answer,
): void {
  const route: Route = routes[name];
  register(fastify, name, route.body === undefined ? unreadBody : wholeBody, async (incoming, bodyBytes) => {
    const body = route.body === undefined ? undefined : checkedBody(route, bodyBytes);
    return await work(Object.assign(incoming, { body: body as Named<N, 'body'> }));
  });
}

/** The same for routes whose work screens the body by itself, piece by piece. */
export function handleBytes<N extends RouteName>(
  fastify: FastifyInstance,
  name: N,
  work: (incoming: IncomingBytes<N>) => Answer,
): void {
  register(
    fastify,
    name,
    wholeBody,
    async (incoming: Incoming<N>, bodyBytes) => await work(Object.assign(incoming, { bodyBytes })),
  );
}

/** The same for bodies that are too large to be held. */
export function handleUpload<N extends RouteName>(
  fastify: FastifyInstance,
  name: N,
  work: (incoming: IncomingUpload<N>) => Answer,
): void {
  // In a scope of its own, since all routes of one read their bodies in the same way.
  void fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    register(
      scope,
      name,
      bodyInPieces,
      async (incoming: Incoming<N>, bodyPieces) => await work(Object.assign(incoming, { bodyPieces })),
    );
  });
}

/** Where there is no body there is nothing to inflate, whatever a header says of it. */
function wholeBody(request: FastifyRequest, limitBytes: number): Buffer {
  if (!Buffer.isBuffer(request.body)) return Buffer.alloc(0);
  return inflate(request.body, request.headers['content-encoding'], limitBytes);
}

/** What nobody asked for is not wrong either, however it is encoded. */
const unreadBody = (): Buffer => Buffer.alloc(0);

const bodyInPieces = (request: FastifyRequest, limitBytes: number): AsyncIterable<Buffer> =>
  uploadBody(request.raw, request.headers['content-encoding'], limitBytes);

function register<N extends RouteName, Body>(
  fastify: FastifyInstance,
  name: N,
  readBody: (request: FastifyRequest, limitBytes: number) => Body,
  work: (incoming: Incoming<N>, body: Body) => Answer,
): void {
  const route: Route = routes[name];
  const limitBytes = route.bodyBytes ?? limits.otherBodyBytes;
  fastify.route({
    method: methodsOf(route.method),
    url: route.path,
    bodyLimit: limitBytes,
    config: { route, routeName: name },
    handler: async (request, reply) => {
      const body = readBody(request, limitBytes);
      const query = route.query === undefined ? undefined : checkedQuery(route.query, request.query);
      const answer = work(new RoutedRequest<N>(request, reply, query as Named<N, 'query'>), body);
      const response = await orRequested(reply, answer);
      if (reply.sent || response === reply) return reply;
      if (!reply.hasHeader('Content-Type')) reply.type('application/json; charset=utf-8');
      return reply.send(typeof response === 'string' || response === undefined ? response : JSON.stringify(response));
    },
  });
}

/** A class: of an object that has getters of its own V8 makes a hidden class for each request, in the old generation. */
class RoutedRequest<N extends RouteName> implements Incoming<N> {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly query: Named<N, 'query'>;
  readonly receivedAtMs = Date.now();
  readonly caller: Caller;

  constructor(request: FastifyRequest, reply: FastifyReply, query: Named<N, 'query'>) {
    this.request = request;
    this.reply = reply;
    this.query = query;
    this.caller = request.admission.caller;
  }

  get actor(): Actor {
    return actorOf(this.caller);
  }

  get access(): ProjectAccess {
    return placeOf(this.caller);
  }

  /** Bound to its request: routes destructure it. */
  readonly param = (name: string): string => (this.request.params as Record<string, string>)[name] ?? '';
}

/** An edit that needs approval is not made; the answer is the change request that waits for it. */
async function orRequested(reply: FastifyReply, answer: Answer): Answer {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ApprovalRequested)) throw error;
    reply.code(202);
    return { data: { change_request: error.row } };
  }
}

function placeOf(caller: Caller): ProjectAccess {
  if (caller.kind === 'key') return caller.key;
  if (caller.kind === 'member' && caller.access !== undefined) return caller.access;
  throw new Error('Whoever called this route is in no project');
}

function checkedBody(route: Route, bytes: Buffer): unknown {
  const value = bytes.length === 0 && route.isBodyOptional === true ? {} : readJson(bytes).value;
  if ((walkValue(value, limits.nestingLevels) & WalkFlags.tooDeep) !== 0) throw tooDeep();
  const body = value === null && route.isBodyOptional === true ? {} : value;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidBody('The body must be an object');
  return checked((bodyValidators as unknown as Record<string, Validator<unknown>>)[route.body ?? ''], body);
}

/** Texts of a query become the numbers and booleans that its schema asks for. */
function checkedQuery(name: string, query: unknown): unknown {
  const values: Record<string, unknown> = { ...(query as object) };
  checked((queryValidators as unknown as Record<string, Validator<unknown>>)[name], values);
  for (const [field, value] of Object.entries(values)) {
    // The text `1e400` becomes a number that the check compares with no bound.
    if (typeof value === 'number' && !Number.isFinite(value)) throw invalidField(field, 'must be a finite number');
  }
  return values;
}

function checked(validator: Validator<unknown> | undefined, value: unknown): unknown {
  if (validator === undefined) throw new Error('No check was generated for this route');
  if (!validator(value)) throw invalidFields(describeFaults(validator.errors ?? []));
  return value;
}
