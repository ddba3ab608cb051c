import { ApiError, type Route } from '@lamppost/protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../edge/scope.ts';
import type { RouteAccess } from '../../http/access/gate.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { inflate } from '../../http/request/inflate.ts';
import { methodsOf } from '../../http/request/methods-of.ts';
import { limitHeaders } from '../../http/server/limit-headers.ts';
import type { CompatDeps } from './compat-deps.ts';

export interface CompatRoute {
  readonly method: 'GET' | 'POST';
  readonly paths: readonly string[];
  /** In the measurements of requests. */
  readonly name: string;
  readonly bodyBytes: number;
  /** Where the client says its key before the body. */
  readonly keyOf: (request: FastifyRequest) => string | undefined;
  /** The key may also be in the body: then it is checked there. */
  readonly isKeyInBody?: boolean;
}

export interface CompatRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly bodyBytes: Buffer;
  readonly receivedAtMs: number;
  /** Checks the key that the body names, unless the request has said one before. */
  access(keyInBody?: unknown): Promise<CompatAccess>;
}

export interface CompatAccess extends Scope {
  readonly receivedAtMs: number;
  readonly environmentSlug: string;
}

const publishableOnly: RouteAccess = { method: 'POST', access: ['publishable'] };

/** A route that speaks the protocol of somebody else. Its key is let in by the same gate, in the place where that client puts it. */
export function compatRoute(
  fastify: FastifyInstance,
  { gate }: Pick<CompatDeps, 'gate'>,
  { method, paths, name, bodyBytes, keyOf, isKeyInBody }: CompatRoute,
  work: (incoming: CompatRequest) => Promise<unknown>,
): void {
  const admit = async (request: FastifyRequest, reply: FastifyReply, key: string | undefined): Promise<void> => {
    if (key === undefined || key === '') throw new ApiError('UNAUTHORIZED', 'The request has no key');
    const admission = await gate.admit(publishableOnly, { authorization: `Bearer ${key}`, isLoopback: false });
    request.admission = admission;
    reply.headers(limitHeaders(admission.limits));
    if (admission.refusal !== undefined) throw admission.refusal;
  };
  for (const path of paths) {
    // The gate in front of all routes lets everybody pass to this one.
    const route: Route = { method, path, summary: name, access: ['anyone'], isClient: true, success: { 200: null } };
    fastify.route({
      method: methodsOf(method),
      url: path,
      bodyLimit: bodyBytes,
      config: { route, routeName: name },
      onRequest: async (request, reply) => {
        const key = keyOf(request);
        if (key !== undefined || isKeyInBody !== true) await admit(request, reply, key);
      },
      handler: async (request, reply) => {
        const receivedAtMs = Date.now();
        const body = Buffer.isBuffer(request.body)
          ? inflate(request.body, request.headers['content-encoding'], bodyBytes)
          : Buffer.alloc(0);
        const access = async (keyInBody?: unknown): Promise<CompatAccess> => {
          if (request.admission.caller.kind === 'nobody')
            await admit(request, reply, typeof keyInBody === 'string' ? keyInBody : undefined);
          const { projectId, environment } = accessOf(request);
          return { projectId, environmentId: environment.id, environmentSlug: environment.slug, receivedAtMs };
        };
        const answer = await work({ request, reply, bodyBytes: body, receivedAtMs, access });
        if (reply.sent || answer === reply) return reply;
        if (!reply.hasHeader('Content-Type')) reply.type('application/json; charset=utf-8');
        return reply.send(typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
      },
    });
  }
}

function accessOf({ admission }: FastifyRequest): ProjectAccess {
  if (admission.caller.kind !== 'key') throw new Error('Only keys are let in here');
  return admission.caller.key;
}
