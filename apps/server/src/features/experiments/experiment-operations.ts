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
import { findEnvironment } from '../projects/environment-operations.ts';
import { changePeriod } from './change-period.ts';
import { experimentState, readAnalysis } from './experiment-state.ts';
import { findExperiment, hasExperimentKey, listExperiments, saveExperiment } from './experiment-statements.ts';
import type {
  Analysis,
  Experiment,
  ExperimentFilter,
  ExperimentPatch,
  NewExperiment,
  PeriodChange,
} from './experiment-store.ts';
import { mergeAnalysis } from './merge-analysis.ts';
import { type ExperimentMove, moveExperiment } from './move-experiment.ts';
import { readMetrics } from './read-metrics.ts';
import { readVariants } from './read-variants.ts';

const moving = (move: ExperimentMove, done: string) =>
  writing((db, projectId: string, idOrKey: string, actor: Actor) => moveTo(db, projectId, idOrKey, move, done, actor));

export const experimentOperations = {
  create: writing(create),
  list: reading(
    async (db, filter: ExperimentFilter, page: PageRequest): Promise<Page<Experiment>> =>
      pageOf(await listExperiments(db, filter, page), page),
  ),
  find: reading(findExperiment),
  update: writing(async (db, projectId: string, idOrKey: string, patch: ExperimentPatch, actor: Actor) => {
    const experiment = await findExperiment(db, projectId, idOrKey);
    return experiment && (await update(db, experiment, patch, actor));
  }),
  changeAnalysis: writing(changeAnalysis),
  changePeriod: writing(async (db, projectId: string, idOrKey: string, sent: PeriodChange, actor: Actor) => {
    const experiment = await findExperiment(db, projectId, idOrKey);
    if (experiment === undefined) return undefined;
    const nowMs = await nextMoment(db, experiment.projectId);
    const changed = changePeriod(experiment, sent, nowMs);
    if (isDeepStrictEqual(changed, experiment)) return experiment;
    const after = { ...changed, updatedAtMs: nowMs };
    await save(db, actor, 'period_changed', experiment, after);
    return after;
  }),
  start: moving('start', 'started'),
  pause: moving('pause', 'paused'),
  resume: moving('resume', 'resumed'),
  complete: writing(
    (db, projectId: string, idOrKey: string, { winner }: { readonly winner?: string | null }, actor: Actor) =>
      moveTo(db, projectId, idOrKey, 'complete', 'completed', actor, winner ?? null),
  ),
  archive: moving('archive', 'archived'),
};

async function create(db: Db, sent: NewExperiment, actor: Actor): Promise<Experiment> {
  const projectId = sent.projectId.toLowerCase();
  const environment = await findEnvironment(db, projectId, sent.environment);
  if (environment === undefined) {
    const message = 'There is no such environment in the project.';
    throw new Unacceptable('environment_id', message, 'INVALID_ENVIRONMENT');
  }
  if (await hasExperimentKey(db, projectId, sent.key)) {
    throw new Taken('EXPERIMENT_KEY_EXISTS', `There is an experiment "${sent.key}" in the project already.`);
  }
  const atMs = await nextMoment(db, projectId);
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
    analysis: mergeAnalysis(readAnalysis({}), sent.analysis ?? {}),
    status: 'draft',
    winner: null,
    startedAtMs: null,
    completedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  await save(db, actor, 'created', null, experiment);
  return experiment;
}

async function update(db: Db, experiment: Experiment, patch: ExperimentPatch, actor: Actor): Promise<Experiment> {
  if (patch.key !== undefined && patch.key !== experiment.key) refuseFixed('key');
  if (patch.environment !== undefined) {
    const environment = await findEnvironment(db, experiment.projectId, patch.environment);
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
    analysis: mergeAnalysis(experiment.analysis, patch.analysis ?? {}),
  });
  if (isDeepStrictEqual(patched, experiment)) return experiment;
  const changed = { ...patched, updatedAtMs: await nextMoment(db, experiment.projectId) };
  await save(db, actor, 'updated', experiment, changed);
  return changed;
}

async function changeAnalysis(
  db: Db,
  projectId: string,
  idOrKey: string,
  sent: Partial<Analysis>,
  actor: Actor,
): Promise<Experiment | undefined> {
  const experiment = await findExperiment(db, projectId, idOrKey);
  if (experiment === undefined) return undefined;
  if (experiment.status === 'archived') {
    throw new WrongState('EXPERIMENT_ARCHIVED', 'The experiment is archived: how it was judged stays as it is.');
  }
  const analysis = mergeAnalysis(experiment.analysis, sent);
  if (isDeepStrictEqual(analysis, experiment.analysis)) return experiment;
  const changed = { ...experiment, analysis, updatedAtMs: await nextMoment(db, experiment.projectId) };
  await save(db, actor, 'analysis_changed', experiment, changed);
  return changed;
}

async function moveTo(
  db: Db,
  projectId: string,
  idOrKey: string,
  move: ExperimentMove,
  action: string,
  actor: Actor,
  winner: string | null = null,
): Promise<Experiment | undefined> {
  const experiment = await findExperiment(db, projectId, idOrKey);
  if (experiment === undefined) return undefined;
  const moved = moveExperiment(experiment, move, await nextMoment(db, experiment.projectId), winner);
  await save(db, actor, action, experiment, moved);
  return moved;
}

async function save(db: Db, actor: Actor, action: string, before: Experiment | null, after: Experiment): Promise<void> {
  await saveExperiment(db, after);
  await recordChange(db, actor, {
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
