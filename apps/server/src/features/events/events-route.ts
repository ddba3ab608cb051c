import type { Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EventFilter } from '../../analytics/event-filter.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { pageJson, pageRequest } from '../../http/request/page.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { countEventsQuery, eventsQuery } from './queries/events.ts';

/** Reading back what was stored. */
export function registerEventsRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  handle(fastify, 'listEvents', async ({ access, query }) =>
    pageJson(
      await store.run(eventsQuery, {
        scope: scopeOf(state, access, query.environment_id),
        filter: filterOf(query),
        page: pageRequest(query, 50),
      }),
    ),
  );

  handle(fastify, 'countEvents', async ({ access, query }) => {
    const scope = scopeOf(state, access, query.environment_id);
    return { data: { count: await store.run(countEventsQuery, { scope, filter: filterOf(query) }) } };
  });
}

const filterOf = (query: Wire['EventsQuery']): EventFilter =>
  omitUndefined({
    event: query.event,
    userId: query.user_id,
    anonymousId: query.anonymous_id,
    deviceId: query.device_id,
    sessionId: query.session_id,
    fromMs: timeOf('from', query.from),
    toMs: timeOf('to', query.to),
    // Nothing to look for is no condition.
    search: query.search === '' ? undefined : query.search,
  });
