import { frameworkGuard } from './framework-guard.ts';
import type { NodeLamppost } from './node-lamppost.ts';

/** As much of Express as this needs. In its last handler, behind all routes, a request has lost some of it. */
interface ExpressRequestLike {
  readonly method: string;
  readonly baseUrl?: string | undefined;
  readonly originalUrl?: string | undefined;
  readonly route?: { readonly path?: unknown } | undefined;
}
interface ExpressResponseLike {
  readonly statusCode: number;
  readonly writableFinished: boolean;
  once(event: 'close', listener: () => void): unknown;
}
export type ExpressMiddleware = (request: ExpressRequestLike, response: ExpressResponseLike, next: () => void) => void;
export type ExpressErrorMiddleware = (
  error: unknown,
  request: ExpressRequestLike,
  response: ExpressResponseLike,
  next: (error?: unknown) => void,
) => void;

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

/** What a mounted router adds, with ids for whoever they are. */
const plain = (segments: readonly string[]): string =>
  segments.map((segment) => (/\d|^.{33}/.test(segment) && !/^v\d+$/.test(segment) ? '/:id' : `/${segment}`)).join('');

/**
 * Where the route's router is mounted. Express takes `baseUrl` back when a request leaves the router without an answer,
 * and then it is told by how much longer the path of the request is than that of the route.
 */
function mountOf({ baseUrl = '', originalUrl = '' }: ExpressRequestLike, routePath: string): string {
  if (baseUrl !== '' || /[*{?]/.test(routePath)) return plain(segmentsOf(baseUrl));
  const asked = segmentsOf(originalUrl.split('?')[0] as string);
  return plain(asked.slice(0, Math.max(asked.length - segmentsOf(routePath).length, 0)));
}

function nameOf(request: ExpressRequestLike): string {
  const { method, route } = request;
  return `${method} ${route?.path === undefined ? '(no route)' : mountOf(request, `${route.path}`) + route.path}`;
}

/** Measures requests by route; before the routes. Of a request that the client gave up there is no status. */
export function expressRequests(lamppost: NodeLamppost): ExpressMiddleware {
  const watch = frameworkGuard((request: ExpressRequestLike, response: ExpressResponseLike) => {
    const startedMs = performance.now();
    const measure = frameworkGuard(() => {
      const statusCode = response.writableFinished ? response.statusCode : 0;
      lamppost.noteRequest(() => nameOf(request), statusCode, performance.now() - startedMs);
    });
    response.once('close', measure);
  });
  return (request, response, next) => {
    watch(request, response);
    next();
  };
}

/** Reports errors that become an answer of 5xx, and hands them on; behind the routes. */
export function expressErrors(lamppost: NodeLamppost): ExpressErrorMiddleware {
  const report = frameworkGuard((error: unknown, request: ExpressRequestLike) => {
    const { status, statusCode = status ?? 500 } = Object(error) as { status?: number; statusCode?: number };
    if (!(statusCode < 500)) lamppost.captureError(error, { mechanism: 'express', screenName: nameOf(request) });
  });
  return (error, request, _response, next) => {
    report(error, request);
    next(error);
  };
}
