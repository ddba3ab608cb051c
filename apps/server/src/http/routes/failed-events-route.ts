import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../snapshot/edge-state.ts';
import { defined } from '../defined.ts';
import { handle } from '../handle.ts';
import { pageJson, pageRequest } from '../page.ts';
import { scopeOf } from '../scope-of.ts';

/** What was refused or set apart. */
export function registerFailedEventsRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  handle(fastify, 'listFailedEvents', async ({ key, query }) => {
    const { kind, reason, event } = query;
    const scope = scopeOf(state, key, query.environment_id);
    const filter = defined({ kind, reason, event });
    return pageJson(await store.ask('failedEvents', { scope, filter, page: pageRequest(query, 50) }));
  });
}
