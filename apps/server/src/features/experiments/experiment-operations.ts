import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Taken, Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { findEnvironment } from '../projects/environment-operations.ts';
import { layerFor, rangesFor } from './allocation/layer-ranges.ts';
import { readOverrides } from './allocation/read-overrides.ts';
import { changePeriod } from './change-period.ts';
import { checkTraffic } from './check-traffic.ts';
import { completeExperiment } from './complete-experiment.ts';
import { readAnalysis } from './experiment-state.ts';
import { findExperiment, hasExperimentKey, listExperiments } from './experiment-statements.ts';
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
import { saveExperimentChange } from './save-experiment-change.ts';

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
    await saveExperimentChange(db, actor, 'period_changed', experiment, after);
    return after;
  }),
  start: moving('start', 'started'),
  pause: moving('pause', 'paused'),
  resume: moving('resume', 'resumed'),
  complete: writing(completeExperiment),
  archive: moving('archive', 'archived'),
};

async function create(db: Db, sent: NewExperiment, actor: Actor): Promise<Experiment> {
  const projectId = sent.projectId.toLowerCase();
  const environment = await findEnvironment(db, projectId, sent.environment);
  if (environment === undefined) {
    const message = 'Environment not found.';
    throw new Unacceptable('environment_id', message, 'INVALID_ENVIRONMENT');
  }
  if (await hasExperimentKey(db, projectId, sent.key)) {
    throw new Taken('EXPERIMENT_KEY_EXISTS', `An experiment with the key "${sent.key}" already exists.`);
  }
  const atMs = await nextMoment(db, projectId);
  const [id, unit, variants] = [uuidv7(), sent.unit ?? 'auto', readVariants(sent.variants)];
  const experiment = storable({
    id,
    projectId,
    environmentId: environment.id,
    key: sent.key,
    name: sent.name,
    description: sent.description ?? null,
    hypothesis: sent.hypothesis ?? null,
    unit,
    trafficPct: checkTraffic(sent.trafficPct ?? 10),
    variants,
    metrics: readMetrics(sent.metrics),
    analysis: mergeAnalysis(readAnalysis({}), sent.analysis ?? {}),
    status: 'draft',
    winner: null,
    audience: sent.audience ?? [],
    overrides: readOverrides(sent.overrides ?? [], variants),
    layer: await namedLayer(db, { id, projectId, unit }, sent.layer ?? null),
    ranges: null,
    breaches: [],
    startedAtMs: null,
    completedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  });
  await saveExperimentChange(db, actor, 'created', null, experiment);
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
  const unit = patch.unit ?? experiment.unit;
  const variants = patch.variants === undefined ? experiment.variants : readVariants(patch.variants);
  const named = patch.layer === undefined ? (experiment.layer?.id ?? null) : patch.layer;
  const patched = storable({
    ...experiment,
    name: patch.name ?? experiment.name,
    description: patch.description === undefined ? experiment.description : patch.description,
    hypothesis: patch.hypothesis === undefined ? experiment.hypothesis : patch.hypothesis,
    unit,
    trafficPct: patch.trafficPct === undefined ? experiment.trafficPct : checkTraffic(patch.trafficPct),
    variants,
    metrics: patch.metrics === undefined ? experiment.metrics : readMetrics(patch.metrics),
    analysis: mergeAnalysis(experiment.analysis, patch.analysis ?? {}),
    audience: patch.audience ?? experiment.audience,
    overrides: experiment.overrides.filter((each) => variants.some(({ key }) => key === each.variantKey)),
    layer: await patchedLayer(db, experiment, { ...experiment, unit }, named),
  });
  if (isDeepStrictEqual(patched, experiment)) return experiment;
  const changed = { ...patched, updatedAtMs: await nextMoment(db, experiment.projectId) };
  await saveExperimentChange(db, actor, 'updated', experiment, changed);
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
    throw new WrongState('EXPERIMENT_ARCHIVED', "The experiment is archived; its analysis can't be changed.");
  }
  const analysis = mergeAnalysis(experiment.analysis, sent);
  if (isDeepStrictEqual(analysis, experiment.analysis)) return experiment;
  const changed = { ...experiment, analysis, updatedAtMs: await nextMoment(db, experiment.projectId) };
  await saveExperimentChange(db, actor, 'analysis_changed', experiment, changed);
  return changed;
}

async function moveTo(
  db: Db,
  projectId: string,
  idOrKey: string,
  move: ExperimentMove,
  action: string,
  actor: Actor,
): Promise<Experiment | undefined> {
  const experiment = await findExperiment(db, projectId, idOrKey);
  if (experiment === undefined) return undefined;
  const moved = moveExperiment(experiment, move, await nextMoment(db, experiment.projectId));
  const started = move === 'start' ? { ...moved, ...(await takeLayer(db, moved)) } : moved;
  await saveExperimentChange(db, actor, action, experiment, started);
  return started;
}

/** Looked at again: the layer may have been archived, or filled, since the draft named it. */
async function takeLayer(db: Db, experiment: Experiment): Promise<Pick<Experiment, 'layer' | 'ranges'>> {
  const layer = await namedLayer(db, experiment, experiment.layer?.id ?? null);
  return { layer, ranges: await rangesFor(db, experiment, experiment.trafficPct) };
}

async function namedLayer(
  db: Db,
  draft: Pick<Experiment, 'id' | 'projectId' | 'unit'>,
  idOrKey: string | null,
): Promise<Experiment['layer']> {
  return idOrKey === null ? null : await layerFor(db, draft, idOrKey);
}

/** A draft may stay in a layer that has been archived; what it cannot do is start there. */
async function patchedLayer(
  db: Db,
  before: Experiment,
  after: Experiment,
  idOrKey: string | null,
): Promise<Experiment['layer']> {
  const isKept = idOrKey !== null && (idOrKey === before.layer?.id || idOrKey === before.layer?.key);
  return isKept && before.unit === after.unit ? before.layer : await namedLayer(db, after, idOrKey);
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

function refuseFixed(field: string): never {
  throw new Unacceptable(field, `${field} can't be changed.`);
}
