import type { PageRequest } from '../../control/page.ts';
import { cursorOf } from '../../control/page-of.ts';
import { byIdOrKey, hasKeyIn } from '../../control/sql/by-id-or-key.ts';
import type { Db } from '../../control/sql/db.ts';
import { integer, json, nullable, real, text, textOf, uuid, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Condition } from '../../edge/targeting-rules.ts';
import { searchText } from '../flags/flag-statements.ts';
import type { BucketRange } from '../layers/bucket-ranges.ts';
import {
  type AnalysisState,
  analysisState,
  metricState,
  type OverrideState,
  overrideState,
  readAnalysis,
  readMetric,
  readOverride,
  readVariant,
  type StoredMetric,
  type VariantState,
  variantState,
} from './experiment-state.ts';
import type { Experiment, ExperimentFilter, ExperimentStatus, ExperimentUnit } from './experiment-store.ts';
import {
  type ExperimentBreachState,
  experimentBreachState,
  readExperimentBreach,
} from './guardrails/experiment-breach.ts';

const experimentRow = {
  id: text,
  projectId: text,
  environmentId: text,
  key: text,
  name: text,
  description: nullable(text),
  hypothesis: nullable(text),
  unit: textOf<ExperimentUnit>(),
  trafficPct: real,
  variants: json<readonly VariantState[]>(),
  metrics: json<readonly StoredMetric[]>(),
  analysis: json<Partial<AnalysisState>>(),
  status: textOf<ExperimentStatus>(),
  winner: nullable(text),
  audience: json<readonly Condition[]>(),
  overrides: json<readonly OverrideState[]>(),
  layerId: nullable(text),
  ranges: nullable(json<readonly BucketRange[]>()),
  breaches: json<readonly ExperimentBreachState[]>(),
  startedAtMs: nullable(integer),
  completedAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const readRow = { ...experimentRow, layerKey: nullable(text) };
type ExperimentRow = ValuesOf<typeof readRow>;

const EXPERIMENT = `SELECT id, project_id AS projectId, environment_id AS environmentId, key, name, description,
  hypothesis, unit, traffic_pct AS trafficPct, variants, metrics, analysis, status, winner, audience, overrides,
  layer_id AS layerId, (SELECT layers.key FROM layers WHERE layers.id = experiments.layer_id) AS layerKey, ranges,
  guardrail_breaches AS breaches, started_at AS startedAtMs, completed_at AS completedAtMs,
  created_at AS createdAtMs, updated_at AS updatedAtMs FROM experiments`;
const LIST = statement({
  sql: `${EXPERIMENT} WHERE project_id = :projectId AND id < :cursor AND (:status IS NULL OR status = :status)
    AND (:environmentId IS NULL OR environment_id = :environmentId)
    AND (:search IS NULL OR strpos(search, :search) > 0) ORDER BY id DESC LIMIT :limit`,
  params: {
    projectId: uuid,
    cursor: text,
    status: nullable(textOf<ExperimentStatus>()),
    environmentId: nullable(uuid),
    search: nullable(text),
    limit: integer,
  },
  row: readRow,
});
const SAVE = statement({
  sql: `INSERT INTO experiments (id, project_id, environment_id, key, name, description, hypothesis, unit, traffic_pct,
    variants, metrics, analysis, status, winner, audience, overrides, layer_id, ranges, guardrail_breaches, started_at, completed_at, search,
    created_at, updated_at)
    VALUES (:id, :projectId, :environmentId, :key, :name, :description, :hypothesis, :unit, :trafficPct, :variants,
    :metrics, :analysis, :status, :winner, :audience, :overrides, :layerId, :ranges, :breaches, :startedAtMs, :completedAtMs, :search,
    :createdAtMs, :updatedAtMs)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description,
    hypothesis = excluded.hypothesis, unit = excluded.unit, traffic_pct = excluded.traffic_pct,
    variants = excluded.variants, metrics = excluded.metrics, analysis = excluded.analysis,
    status = excluded.status, winner = excluded.winner, audience = excluded.audience, overrides = excluded.overrides,
    layer_id = excluded.layer_id, ranges = excluded.ranges, guardrail_breaches = excluded.guardrail_breaches, started_at = excluded.started_at,
    completed_at = excluded.completed_at, search = excluded.search,
    updated_at = excluded.updated_at`,
  params: { ...experimentRow, search: text },
});

const RUNNING = statement({ sql: `${EXPERIMENT} WHERE status = 'running' ORDER BY id`, row: readRow });

/** Of all projects. */
export async function runningExperiments(db: Db): Promise<readonly Experiment[]> {
  return (await db.all(RUNNING, {})).map(readExperiment);
}

/** One more than the page holds where there is a next one. */
export async function listExperiments(db: Db, filter: ExperimentFilter, page: PageRequest): Promise<Experiment[]> {
  const { projectId, status = null, environmentId = null } = filter;
  const search = filter.search?.toLowerCase() ?? null;
  const asked = { projectId, status, environmentId, search };
  return (await db.all(LIST, { ...asked, cursor: cursorOf(page), limit: page.limit + 1 })).map(readExperiment);
}

const findRow = byIdOrKey(EXPERIMENT, readRow);

export async function findExperiment(db: Db, projectId: string, idOrKey: string): Promise<Experiment | undefined> {
  const row = await findRow(db, projectId, idOrKey);
  return row && readExperiment(row);
}

export const hasExperimentKey = hasKeyIn('experiments');

export async function saveExperiment(db: Db, experiment: Experiment): Promise<void> {
  const { layer, ...saved } = experiment;
  await db.run(SAVE, {
    ...saved,
    layerId: layer?.id ?? null,
    overrides: experiment.overrides.map(overrideState),
    breaches: experiment.breaches.map(experimentBreachState),
    variants: experiment.variants.map(variantState),
    metrics: experiment.metrics.map(metricState),
    analysis: analysisState(experiment.analysis),
    search: searchText(experiment),
  });
}

function readExperiment({ layerId, layerKey, ...row }: ExperimentRow): Experiment {
  return {
    ...row,
    variants: row.variants.map(readVariant),
    metrics: row.metrics.map(readMetric),
    analysis: readAnalysis(row.analysis),
    overrides: row.overrides.map(readOverride),
    breaches: row.breaches.map(readExperimentBreach),
    layer: layerId === null ? null : { id: layerId, key: layerKey ?? layerId },
  };
}
