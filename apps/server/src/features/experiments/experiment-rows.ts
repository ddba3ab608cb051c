import type { Sql } from '../../engines/sqlite/sql.ts';
import { searchText } from '../flags/flag-rows.ts';
import {
  type MetricState,
  metricState,
  readMetric,
  readVariant,
  type VariantState,
  variantState,
} from './experiment-state.ts';
import type { Experiment } from './experiment-store.ts';

export type ExperimentRow = Omit<Experiment, 'variants' | 'metrics'> & {
  readonly variants: string;
  readonly metrics: string;
};

export const EXPERIMENT = `SELECT id, project_id AS projectId, environment_id AS environmentId, key, name, description,
  hypothesis, unit, traffic_pct AS trafficPct, variants, metrics, status, winner, started_at AS startedAtMs,
  completed_at AS completedAtMs, created_at AS createdAtMs, updated_at AS updatedAtMs FROM experiments`;
const SAVE = `INSERT INTO experiments (id, project_id, environment_id, key, name, description, hypothesis, unit,
  traffic_pct, variants, metrics, status, winner, started_at, completed_at, search, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name,
  description = excluded.description, hypothesis = excluded.hypothesis, unit = excluded.unit,
  traffic_pct = excluded.traffic_pct, variants = excluded.variants, metrics = excluded.metrics,
  status = excluded.status, winner = excluded.winner, started_at = excluded.started_at,
  completed_at = excluded.completed_at, search = excluded.search, updated_at = excluded.updated_at`;

export function findExperiment(sql: Sql, projectId: string, idOrKey: string): Experiment | undefined {
  const row =
    sql.one<ExperimentRow>(`${EXPERIMENT} WHERE project_id = ? AND id = ?`, projectId, idOrKey.toLowerCase()) ??
    sql.one<ExperimentRow>(`${EXPERIMENT} WHERE project_id = ? AND key = ?`, projectId, idOrKey);
  return row && readExperiment(row);
}

export function readExperiment(row: ExperimentRow): Experiment {
  return {
    ...row,
    variants: (JSON.parse(row.variants) as VariantState[]).map(readVariant),
    metrics: (JSON.parse(row.metrics) as MetricState[]).map(readMetric),
  };
}

export function saveExperiment(sql: Sql, experiment: Experiment): void {
  sql.run(
    SAVE,
    experiment.id,
    experiment.projectId,
    experiment.environmentId,
    experiment.key,
    experiment.name,
    experiment.description,
    experiment.hypothesis,
    experiment.unit,
    experiment.trafficPct,
    JSON.stringify(experiment.variants.map(variantState)),
    JSON.stringify(experiment.metrics.map(metricState)),
    experiment.status,
    experiment.winner,
    experiment.startedAtMs,
    experiment.completedAtMs,
    searchText(experiment),
    experiment.createdAtMs,
    experiment.updatedAtMs,
  );
}
