import { isJsonObject, type RouteName, routes } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { assistantHeaders } from '../../http/access/by-assistant.ts';
import type { RouteCall, RouteRequest } from './route-call.ts';
import { type FailureBody, RouteFailure } from './route-failure.ts';

/**
 * Requests to the server's own routes, without a socket. They pass the gate like all others: the key, its permissions and
 * the limits of its project are checked for each.
 */
export function injectRoute(fastify: FastifyInstance, authorization: string, signal: AbortSignal): RouteCall {
  return async (route, request = {}) => {
    signal.throwIfAborted();
    const { statusCode, headers, body } = await fastify.inject({
      method: routes[route].method,
      url: urlOf(route, request),
      headers: { authorization, ...(request.needsPerson === true ? assistantHeaders : {}) },
      signal,
      ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
    });
    const answer = parsed(body);
    if (statusCode < 300) return answer;
    const retryAfter = Number(headers['retry-after']);
    const failure = isJsonObject(answer.error) ? (answer.error as FailureBody) : {};
    throw new RouteFailure(statusCode, failure, Number.isFinite(retryAfter) ? retryAfter : undefined);
  };
}

function urlOf(route: RouteName, { params = {}, query = {} }: RouteRequest): string {
  const path = routes[route].path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? path : `${path}?${search}`;
}

function parsed(body: string) {
  const value: unknown = body === '' ? {} : JSON.parse(body);
  return isJsonObject(value) ? value : {};
}
