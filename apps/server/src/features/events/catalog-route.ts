import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Place } from '../../http/access/place.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { pageJson, pageRequest } from '../../http/request/page.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { catalogEntryQuery, catalogQuery } from './queries/catalog.ts';

/** Every event name that was seen, and what its events carry. */
export function registerCatalogRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  const asked = (place: Place, environmentId: string | undefined, nowMs: number) => {
    const schemas = [...(state.schemasOf(place.projectId) ?? [])];
    return {
      scope: scopeOf(state, place, environmentId),
      schemaModes: Object.fromEntries(schemas.map(([name, { mode }]) => [name, mode])),
      nowMs,
    };
  };

  handle(fastify, 'listCatalog', async ({ place, query, receivedAtMs }) =>
    pageJson(
      await store.ask(catalogQuery, {
        ...asked(place, query.environment_id, receivedAtMs),
        ...omitUndefined({ search: query.search }),
        page: pageRequest(query, 50),
      }),
    ),
  );

  handle(fastify, 'showCatalogEntry', async ({ place, query, receivedAtMs, param }) => {
    const question = { ...asked(place, query.environment_id, receivedAtMs), name: param('name') };
    const rowJson = await store.ask(catalogEntryQuery, question);
    return `{"data":${orNotFound(rowJson ?? undefined, 'event')}}`;
  });
}
