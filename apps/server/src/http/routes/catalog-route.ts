import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState, KnownKey } from '../../snapshot/edge-state.ts';
import { defined } from '../defined.ts';
import { found } from '../found.ts';
import { handle } from '../handle.ts';
import { pageJson, pageRequest } from '../page.ts';
import { scopeOf } from '../scope-of.ts';

/** Every event name that was seen, and what its events carry. */
export function registerCatalogRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  const asked = (key: KnownKey, environmentId: string | undefined, nowMs: number) => {
    const schemas = [...(state.schemasOf(key.projectId) ?? [])];
    return {
      scope: scopeOf(state, key, environmentId),
      schemaModes: Object.fromEntries(schemas.map(([name, { mode }]) => [name, mode])),
      nowMs,
    };
  };

  handle(fastify, 'listCatalog', async ({ key, query, receivedAtMs }) =>
    pageJson(
      await store.ask('catalog', {
        ...asked(key, query.environment_id, receivedAtMs),
        ...defined({ search: query.search }),
        page: pageRequest(query, 50),
      }),
    ),
  );

  handle(fastify, 'showCatalogEntry', async ({ key, query, receivedAtMs, param }) => {
    const question = { ...asked(key, query.environment_id, receivedAtMs), name: param('name') };
    const rowJson = await store.ask('catalogEntry', question);
    return `{"data":${found(rowJson ?? undefined, 'event')}}`;
  });
}
