import type { Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { JsonPage } from '../../analytics/json-page.ts';
import type { EventFilter } from '../../analytics/queries/events.ts';
import type { EdgeState, KnownKey } from '../../snapshot/edge-state.ts';
import { environmentOf } from '../environment-of.ts';
import { handle } from '../handle.ts';
import { pageRequest, pagination } from '../page.ts';
import { timeOf } from '../time-of.ts';

/** Reading back what was stored, and what was refused. */
export function registerEventsRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  const scopeOf = (key: KnownKey, environmentId: string | undefined) => ({
    projectId: key.projectId,
    environmentId: environmentOf(state, key, environmentId).id,
  });

  handle(fastify, 'listEvents', async ({ key, query }) =>
    pageJson(
      await store.ask('events', {
        scope: scopeOf(key, query.environment_id),
        filter: filterOf(query),
        page: pageRequest(query, 50),
      }),
    ),
  );

  handle(fastify, 'countEvents', async ({ key, query }) => ({
    data: {
      count: await store.ask('countEvents', { scope: scopeOf(key, query.environment_id), filter: filterOf(query) }),
    },
  }));

  handle(fastify, 'listFailedEvents', async ({ key, query }) => {
    const { kind, reason } = query;
    const filter = { ...(kind === undefined ? {} : { kind }), ...(reason === undefined ? {} : { reason }) };
    const scope = scopeOf(key, query.environment_id);
    return pageJson(await store.ask('failedEvents', { scope, filter, page: pageRequest(query, 50) }));
  });
}

const pageJson = ({ rowsJson, nextCursor }: JsonPage): string =>
  `{"data":${rowsJson},"pagination":${JSON.stringify(pagination(nextCursor))}}`;

function filterOf(query: Wire['EventsQuery']): EventFilter {
  const fromMs = timeOf('from', query.from);
  const toMs = timeOf('to', query.to);
  return {
    ...(query.event === undefined ? {} : { event: query.event }),
    ...(query.user_id === undefined ? {} : { userId: query.user_id }),
    ...(query.anonymous_id === undefined ? {} : { anonymousId: query.anonymous_id }),
    ...(query.device_id === undefined ? {} : { deviceId: query.device_id }),
    ...(fromMs === undefined ? {} : { fromMs }),
    ...(toMs === undefined ? {} : { toMs }),
  };
}
