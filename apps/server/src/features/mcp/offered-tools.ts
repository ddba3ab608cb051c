import { routes } from '@lamppost/protocol';
import { type KeyRights, refuseForeign } from '../../http/access/refuse-foreign.ts';
import type { Tool } from './tool.ts';

/** Exactly those whose routes the key may use: the same table and the same check as for the routes themselves. */
export const offeredTools = (tools: readonly Tool[], key: KeyRights): Tool[] =>
  tools.filter((tool) => tool.routes.every((route) => refuseForeign(routes[route], key) === undefined));
