import type { Route } from '@lamppost/protocol';
import type { HTTPMethods } from 'fastify';

/** A route of GET answers HEAD too. In one route: the framework would make another one, which takes as long at every start. */
export const methodsOf = (method: Route['method']): HTTPMethods[] => (method === 'GET' ? ['GET', 'HEAD'] : [method]);
