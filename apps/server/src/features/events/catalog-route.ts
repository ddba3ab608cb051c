import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { pageJson, pageRequest } from '../../http/request/page.ts';
import { rangeOf } from '../../http/request/range-of.ts';
import { scopeOf } from '../../http/request/scope-of.ts';
import { whileClientWaits } from '../../http/request/while-client-waits.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import { catalogEntryQuery, catalogQuery } from './queries/catalog.ts';
import { eventVolumesQuery } from './queries/event-volumes.ts';

const VOLUME_DAYS = 7;
const VOLUME_BUCKETS = 24;

/** Every event name that was seen, and what its events carry. */
export function registerCatalogRoute(fastify: FastifyInstance, store: AnalyticsStore, state: EdgeState): void {
  const asked = (access: ProjectAccess, environmentId: string | undefined, nowMs: number) => {
    const schemas = [...(state.schemasOf(access.projectId) ?? [])];
    return {
      scope: scopeOf(state, access, environmentId),
      schemaModes: Object.fromEntries(schemas.map(([name, { mode }]) => [name, mode])),
      nowMs,
    };
  };

  handle(fastify, 'listCatalog', async ({ access, query, receivedAtMs }) =>
    pageJson(
      await store.run(catalogQuery, {
        ...asked(access, query.environment_id, receivedAtMs),
        ...omitUndefined({ search: query.search }),
        page: pageRequest(query, 50),
      }),
    ),
  );

  handle(fastify, 'showCatalogEntry', async ({ access, query, receivedAtMs, param }) => {
    const question = { ...asked(access, query.environment_id, receivedAtMs), name: param('name') };
    const rowJson = await store.run(catalogEntryQuery, question);
    return `{"data":${orNotFound(rowJson ?? undefined, 'event')}}`;
  });
  handle(fastify, 'listEventVolumes', async ({ access, query, receivedAtMs, reply }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const range = rangeOf(query, receivedAtMs, VOLUME_DAYS);
    return whileClientWaits(reply, async (signal) => {
      const params = { scope, ...range, buckets: query.buckets ?? VOLUME_BUCKETS };
      const { volumes, hasMore } = await store.run(eventVolumesQuery, params, { signal });
      const events = volumes.map(({ name, count, series }) => ({ event_name: name, count, series }));
      return { data: { from: isoTime(range.fromMs), to: isoTime(range.toMs), events, has_more: hasMore } };
    });
  });
}
