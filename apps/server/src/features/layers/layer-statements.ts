import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import { byIdOrKey, hasKeyIn } from '../../control/sql/by-id-or-key.ts';
import type { Db } from '../../control/sql/db.ts';
import { boolean, integer, json, nullable, real, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { ExperimentStatus, ExperimentUnit } from '../experiments/experiment-store.ts';
import { searchText } from '../flags/flag-statements.ts';
import type { BucketRange } from './bucket-ranges.ts';
import type { Layer, LayerExperiment, LayerFilter } from './layer-store.ts';

export type LayerCore = Omit<Layer, 'experiments'>;

const layerRow = {
  id: text,
  projectId: text,
  key: text,
  name: text,
  description: nullable(text),
  archivedAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};

const LAYER = `SELECT id, project_id AS projectId, key, name, description, archived_at AS archivedAtMs,
  created_at AS createdAtMs, updated_at AS updatedAtMs FROM layers`;
const LIST = statement({
  sql: `${LAYER} WHERE project_id = :projectId AND id < :cursor AND (:includeArchived = 1 OR archived_at IS NULL)
    AND (:search IS NULL OR strpos(search, :search) > 0) ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, includeArchived: boolean, search: nullable(text), limit: integer },
  row: layerRow,
});
const SAVE = statement({
  sql: `INSERT INTO layers (id, project_id, key, name, description, archived_at, search, created_at, updated_at)
    VALUES (:id, :projectId, :key, :name, :description, :archivedAtMs, :search, :createdAtMs, :updatedAtMs)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
    archived_at = excluded.archived_at, search = excluded.search, updated_at = excluded.updated_at`,
  params: { ...layerRow, search: text },
});
const EXPERIMENTS = statement({
  sql: `SELECT id, key, name, environment_id AS environmentId, status, unit, traffic_pct AS trafficPct, ranges
    FROM experiments WHERE layer_id = :layerId AND status IN ('draft', 'running', 'paused') ORDER BY id`,
  params: { layerId: text },
  row: {
    id: text,
    key: text,
    name: text,
    environmentId: text,
    status: textOf<ExperimentStatus>(),
    unit: textOf<ExperimentUnit>(),
    trafficPct: real,
    ranges: nullable(json<readonly BucketRange[]>()),
  },
});

/** One more than the page holds where there is a next one. */
export async function listLayers(db: Db, filter: LayerFilter, page: PageRequest): Promise<readonly LayerCore[]> {
  const { projectId, includeArchived = false } = filter;
  const search = filter.search?.toLowerCase() ?? null;
  const asked = { projectId, includeArchived, search };
  return await db.all(LIST, { ...asked, cursor: cursorOf(page), limit: page.limit + 1 });
}

export const findLayer = byIdOrKey(LAYER, layerRow);

export const hasLayerKey = hasKeyIn('layers');

export async function saveLayer(db: Db, { id, projectId, key, name, description, ...times }: LayerCore): Promise<void> {
  const { archivedAtMs, createdAtMs, updatedAtMs } = times;
  const saved = { id, projectId, key, name, description, archivedAtMs, createdAtMs, updatedAtMs };
  await db.run(SAVE, { ...saved, search: searchText(saved) });
}

/** Those that are not over. */
export async function experimentsOfLayer(db: Db, layerId: string): Promise<readonly LayerExperiment[]> {
  return await db.all(EXPERIMENTS, { layerId });
}
