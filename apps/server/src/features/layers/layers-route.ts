import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { isOwn } from '../../http/access/own-environment.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import { freeRanges, LAYER_BUCKETS, sizeOf } from './bucket-ranges.ts';
import type { Layer, LayerStore } from './layer-store.ts';

export interface LayersRouteDeps {
  readonly layers: LayerStore;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
}

/** Layers, and who holds which part of them in an environment. */
export function registerLayersRoute(fastify: FastifyInstance, { layers, state, publisher }: LayersRouteDeps): void {
  handle(fastify, 'listLayers', async ({ access, query }) => {
    const environmentId = environmentOf(state, access, query.environment_id).id;
    const { search, include_archived: includeArchived } = query;
    const filter = { projectId: access.projectId, ...omitUndefined({ search, includeArchived }) };
    const page = await layers.list(filter, pageRequest(query, 50));
    return listResponse(page, (layer) => layerRow(layer, access, environmentId));
  });

  handle(fastify, 'createLayer', async ({ actor, reply, access, body }) => {
    const { key, name, description } = body;
    const layer = await layers.create(
      { projectId: access.projectId, key, name, ...omitUndefined({ description }) },
      actor,
    );
    await publisher.publish();
    reply.code(201);
    return { data: layerRow(layer, access, access.environment.id) };
  });

  handle(fastify, 'showLayer', async ({ access, query, param }) => {
    const environmentId = environmentOf(state, access, query.environment_id).id;
    const layer = orNotFound(await layers.find(access.projectId, param('id')), 'layer');
    return { data: layerRow(layer, access, environmentId) };
  });

  handle(fastify, 'changeLayer', async ({ actor, access, body, param }) => {
    const { key, name, description, archived } = body;
    const patch = omitUndefined({ key, name, description, archived });
    const layer = orNotFound(await layers.update(access.projectId, param('id'), patch, actor), 'layer');
    await publisher.publish();
    return { data: layerRow(layer, access, access.environment.id) };
  });
}

/** A key that reaches one environment sees the experiments of that one. */
function layerRow(layer: Layer, access: ProjectAccess, environmentId: string) {
  const held = layer.experiments.filter((each) => each.environmentId === environmentId);
  const free = sizeOf(freeRanges(held.flatMap(({ ranges }) => ranges ?? [])));
  return {
    id: layer.id,
    key: layer.key,
    name: layer.name,
    description: layer.description,
    unit: layer.experiments[0]?.unit ?? null,
    experiments: layer.experiments
      .filter((each) => isOwn(access, each.environmentId))
      .map((each) => ({
        id: each.id,
        key: each.key,
        name: each.name,
        environment_id: each.environmentId,
        status: each.status,
        traffic_pct: each.trafficPct,
        ranges: each.ranges,
      })),
    environment_id: environmentId,
    free_pct: (free * 100) / LAYER_BUCKETS,
    archived_at: isoTimeOrNull(layer.archivedAtMs),
    created_at: isoTime(layer.createdAtMs),
    updated_at: isoTime(layer.updatedAtMs),
  };
}
