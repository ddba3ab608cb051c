import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment, recordChange } from '../../control/record-change.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { findEnvironment } from '../projects/environment-operations.ts';
import { EXPERIMENT, type ExperimentRow, findExperiment, readExperiment, saveExperiment } from './experiment-rows.ts';
import { experimentState } from './experiment-state.ts';
import type { Experiment, ExperimentFilter, ExperimentPatch, NewExperiment } from './experiment-store.ts';
import { type ExperimentMove, moveExperiment } from './move-experiment.ts';
import { readMetrics } from './read-metrics.ts';
import { readVariants } from './read-variants.ts';

const LIST = `${EXPERIMENT} WHERE project_id = ?1 AND id < ?2 AND (?3 IS NULL OR status = ?3)
  AND (?4 IS NULL OR environment_id = ?4) AND (?5 IS NULL OR instr(search, ?5) > 0) ORDER BY id DESC LIMIT ?6`;

export function experimentOperations(sql: Sql) {
  const moving = (move: ExperimentMove, done: string) =>
    writing((projectId: string, idOrKey: string, actor: Actor) => moveTo(sql, projectId, idOrKey, move, done, actor));
  return {
    'experiments.create': writing((experiment: NewExperiment, actor: Actor) => create(sql, experiment, actor)),
    'experiments.list': reading((filter: ExperimentFilter, page: PageRequest): Page<Experiment> => {
      const { projectId, status = null, environmentId, search } = filter;
      const rows = sql.all<ExperimentRow>(
        LIST,
        projectId.toLowerCase(),
        cursorOf(page),
        status,
        environmentId?.toLowerCase() ?? null,
        search?.toLowerCase() ?? null,
        page.limit + 1,
      );
      return pageOf(rows.map(readExperiment), page);
    }),
    'experiments.find': reading((projectId: string, idOrKey: string) =>
      findExperiment(sql, projectId.toLowerCase(), idOrKey),
    ),
    'experiments.update': writing((projectId: string, idOrKey: string, patch: ExperimentPatch, actor: Actor) => {
      const experiment = findExperiment(sql, projectId.toLowerCase(), idOrKey);
      return experiment && update(sql, experiment, patch, actor);
    }),
    'experiments.start': moving('start', 'started'),
    'experiments.pause': moving('pause', 'paused'),
    'experiments.resume': moving('resume', 'resumed'),
    'experiments.complete': writing(
      (projectId: string, idOrKey: string, { winner }: { readonly winner?: string | null }, actor: Actor) =>
        moveTo(sql, projectId, idOrKey, 'complete', 'completed', actor, winner ?? null),
    ),
    'experiments.archive': moving('archive', 'archived'),
  };
}

function create(sql: Sql, sent: NewExperiment, actor: Actor): Experiment {
  const projectId = sent.projectId.toLowerCase();
  const environment = findEnvironment(sql, projectId, sent.environment);
  if (environment === undefined) {
    const message = 'There is no such environment in the project.';
    throw new Unacceptable('environment_id', message, 'INVALID_ENVIRONMENT');
  }
  if (sql.one('SELECT 1 FROM experiments WHERE project_id = ? AND key = ?', projectId, sent.key) !== undefined) {
    throw new Taken('EXPERIMENT_KEY_EXISTS', `There is an experiment "${sent.key}" in the project already.`);
  }
  const atMs = nextMoment(sql, projectId);
  const experiment = storable({
    id: uuidv7(),
    projectId,
    environmentId: environment.id,
    key: sent.key,
    name: sent.name,
    description: sent.description ?? null,
    hypothesis: sent.hypothesis ?? null,
    unit: sent.unit ?? 'auto',
    trafficPct: checkTraffic(sent.trafficPct ?? 10),
    variants: readVariants(sent.variants),
    metrics: readMetrics(sent.metrics),
    status: 'draft',
    winner: null,
    startedAtMs: null,
    completedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  save(sql, actor, 'created', null, experiment);
  return experiment;
}

function update(sql: Sql, experiment: Experiment, patch: ExperimentPatch, actor: Actor): Experiment {
  if (patch.key !== undefined && patch.key !== experiment.key) refuseFixed('key');
  if (patch.environment !== undefined) {
    const environment = findEnvironment(sql, experiment.projectId, patch.environment);
    if (environment?.id !== experiment.environmentId) refuseFixed('environment_id');
  }
  if (experiment.status !== 'draft') {
    throw new WrongState('EXPERIMENT_NOT_DRAFT', `Only a draft can be edited; the experiment is ${experiment.status}.`);
  }
  const patched = storable({
    ...experiment,
    name: patch.name ?? experiment.name,
    description: patch.description === undefined ? experiment.description : patch.description,
    hypothesis: patch.hypothesis === undefined ? experiment.hypothesis : patch.hypothesis,
    unit: patch.unit ?? experiment.unit,
    trafficPct: patch.trafficPct === undefined ? experiment.trafficPct : checkTraffic(patch.trafficPct),
    variants: patch.variants === undefined ? experiment.variants : readVariants(patch.variants),
    metrics: patch.metrics === undefined ? experiment.metrics : readMetrics(patch.metrics),
  });
  if (isDeepStrictEqual(patched, experiment)) return experiment;
  const changed = { ...patched, updatedAtMs: nextMoment(sql, experiment.projectId) };
  save(sql, actor, 'updated', experiment, changed);
  return changed;
}

function moveTo(
  sql: Sql,
  projectId: string,
  idOrKey: string,
  move: ExperimentMove,
  action: string,
  actor: Actor,
  winner: string | null = null,
): Experiment | undefined {
  const experiment = findExperiment(sql, projectId.toLowerCase(), idOrKey);
  if (experiment === undefined) return undefined;
  const moved = moveExperiment(experiment, move, nextMoment(sql, experiment.projectId), winner);
  save(sql, actor, action, experiment, moved);
  return moved;
}

function save(sql: Sql, actor: Actor, action: string, before: Experiment | null, after: Experiment): void {
  saveExperiment(sql, after);
  recordChange(sql, actor, {
    projectId: after.projectId,
    entityType: 'experiment',
    entityId: after.id,
    entityKey: after.key,
    environmentId: after.environmentId,
    action,
    before: before && experimentState(before),
    after: experimentState(after),
    touches: [after.environmentId],
    atMs: after.updatedAtMs,
  });
}

function storable(experiment: Experiment): Experiment {
  const { name, description, hypothesis } = experiment;
  return {
    ...experiment,
    name: storeText(name),
    description: description === null ? null : storeText(description),
    hypothesis: hypothesis === null ? null : storeText(hypothesis),
  };
}

function checkTraffic(trafficPct: number): number {
  if (trafficPct >= 1 && trafficPct <= 100) return trafficPct;
  throw new Unacceptable('traffic_pct', 'traffic_pct must be a number from 1 to 100.');
}

function refuseFixed(field: string): never {
  throw new Unacceptable(field, `${field} is fixed and cannot be changed.`);
}
