import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { requireProject } from '../projects/require-project.ts';
import { layerState } from './layer-state.ts';
import {
  experimentsOfLayer,
  findLayer,
  hasLayerKey,
  type LayerCore,
  listLayers,
  saveLayer,
} from './layer-statements.ts';
import type { Layer, LayerFilter, LayerPatch, NewLayer } from './layer-store.ts';

export const layerOperations = {
  create: writing(create),
  list: reading(async (db, filter: LayerFilter, page: PageRequest): Promise<Page<Layer>> => {
    const { rows, nextCursor } = pageOf(await listLayers(db, filter, page), page);
    const layers: Layer[] = [];
    for (const layer of rows) layers.push(await withExperiments(db, layer));
    return { rows: layers, nextCursor };
  }),
  find: reading(async (db, projectId: string, idOrKey: string): Promise<Layer | undefined> => {
    const layer = await findLayer(db, projectId, idOrKey);
    return layer && (await withExperiments(db, layer));
  }),
  update: writing(async (db, projectId: string, idOrKey: string, patch: LayerPatch, actor: Actor) => {
    const layer = await findLayer(db, projectId, idOrKey);
    return layer && (await update(db, layer, patch, actor));
  }),
};

async function create(db: Db, sent: NewLayer, actor: Actor): Promise<Layer> {
  const projectId = sent.projectId.toLowerCase();
  await requireProject(db, projectId);
  if (await hasLayerKey(db, projectId, sent.key)) {
    throw new Taken('LAYER_KEY_EXISTS', `A layer with the key "${sent.key}" already exists.`);
  }
  const atMs = await nextMoment(db, projectId);
  const layer = storable({
    id: uuidv7(),
    projectId,
    key: sent.key,
    name: sent.name,
    description: sent.description ?? null,
    archivedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  await save(db, actor, 'created', null, layer);
  return { ...layer, experiments: [] };
}

async function update(db: Db, layer: LayerCore, patch: LayerPatch, actor: Actor): Promise<Layer> {
  if (patch.key !== undefined && patch.key !== layer.key) {
    throw new Unacceptable('key', "key can't be changed.");
  }
  const isArchived = layer.archivedAtMs !== null;
  const willBeArchived = patch.archived ?? isArchived;
  if (willBeArchived && !isArchived) await mustBeUnused(db, layer);
  const atMs = await nextMoment(db, layer.projectId);
  const patched = storable({
    ...layer,
    name: patch.name ?? layer.name,
    description: patch.description === undefined ? layer.description : patch.description,
    archivedAtMs: willBeArchived ? (layer.archivedAtMs ?? atMs) : null,
  });
  if (isDeepStrictEqual(patched, layer)) return await withExperiments(db, layer);
  const changed = { ...patched, updatedAtMs: atMs };
  const action = willBeArchived === isArchived ? 'updated' : willBeArchived ? 'archived' : 'unarchived';
  await save(db, actor, action, layer, changed);
  return await withExperiments(db, changed);
}

async function mustBeUnused(db: Db, layer: LayerCore): Promise<void> {
  const holding = (await experimentsOfLayer(db, layer.id)).filter(({ ranges }) => ranges !== null);
  if (holding.length === 0) return;
  const keys = holding.map(({ key }) => `"${key}"`).join(', ');
  throw new WrongState(
    'LAYER_IN_USE',
    `The layer "${layer.key}" is in use by ${keys}: complete or archive them first.`,
  );
}

async function save(db: Db, actor: Actor, action: string, before: LayerCore | null, after: LayerCore): Promise<void> {
  await saveLayer(db, after);
  await recordChange(db, actor, {
    projectId: after.projectId,
    entityType: 'layer',
    entityId: after.id,
    entityKey: after.key,
    action,
    before: before && layerState(before),
    after: layerState(after),
    touches: [],
    atMs: after.updatedAtMs,
  });
}

const withExperiments = async (db: Db, layer: LayerCore): Promise<Layer> => ({
  ...layer,
  experiments: await experimentsOfLayer(db, layer.id),
});

function storable(layer: LayerCore): LayerCore {
  const { name, description } = layer;
  return { ...layer, name: storeText(name), description: description === null ? null : storeText(description) };
}
