import type { CapturedError } from '@lamppost/sdk-core';
import { frameworkGuard } from './framework-guard.ts';
import type { NodeLamppost } from './node-lamppost.ts';

/** As much of Fastify as this needs. */
interface FastifyRequestLike {
  readonly method: string;
  /** Older versions have none. */
  readonly routeOptions?: { readonly url?: string | undefined };
}
interface FastifyReplyLike {
  readonly statusCode: number;
  readonly elapsedTime: number;
}
type Hook = (request: FastifyRequestLike, reply: FastifyReplyLike, done: () => void) => void;
type ErrorHook = (request: FastifyRequestLike, reply: FastifyReplyLike, error: Error, done: () => void) => void;
interface FastifyLike {
  addHook(name: 'onResponse', hook: Hook): unknown;
  addHook(name: 'onError', hook: ErrorHook): unknown;
}
export type FastifyRequestsPlugin = (fastify: FastifyLike, options: unknown, done: (error?: Error) => void) => void;

const nameOf = ({ method, routeOptions }: FastifyRequestLike): string =>
  `${method} ${routeOptions?.url ?? '(no route)'}`;

/** A plugin that measures requests by route, and reports errors that became an answer of 5xx. */
export function fastifyRequests(lamppost: NodeLamppost): FastifyRequestsPlugin {
  const measure = frameworkGuard((request: FastifyRequestLike, reply: FastifyReplyLike) => {
    lamppost.noteRequest(() => nameOf(request), reply.statusCode, reply.elapsedTime);
  });
  const report = frameworkGuard((request: FastifyRequestLike, error: unknown) => {
    const { statusCode = 500 } = Object(error) as { statusCode?: number };
    const about: CapturedError = { mechanism: 'fastify', screenName: nameOf(request) };
    if (!(statusCode < 500)) lamppost.captureError(error, about);
  });
  const addHooks = frameworkGuard((fastify: FastifyLike) => {
    fastify.addHook('onResponse', (request, reply, next) => {
      measure(request, reply);
      next();
    });
    fastify.addHook('onError', (request, _reply, error, next) => {
      report(request, error);
      next();
    });
  });
  const plugin: FastifyRequestsPlugin = (fastify, _, done) => {
    addHooks(fastify);
    done();
  };
  // For all routes of the app, and not only for those of the plugin's own.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
