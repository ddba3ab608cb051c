import type { Wire } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../control/actor.ts';
import type { EdgePublisher } from '../../edge/edge-publisher.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Condition } from '../../edge/targeting-rules.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { ofOwn } from '../../http/access/own-environment.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle } from '../../http/request/handle.ts';
import { omitUndefined } from '../../http/request/omit-undefined.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../http/request/page.ts';
import { timeOf } from '../../http/request/time-of.ts';
import { isoTime, isoTimeOrNull } from '../../http/request/wire-time.ts';
import type { CohortRules } from '../cohorts/cohort-rules.ts';
import { analysisState, metricState, overrideState, variantState } from './experiment-state.ts';
import type { Experiment, ExperimentStore, ShippedFlag } from './experiment-store.ts';
import { experimentBreachState } from './guardrails/experiment-breach.ts';

export interface ExperimentsRouteDeps {
  readonly experiments: ExperimentStore;
  readonly cohortRules: CohortRules;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
}

/** Experiments: designed as a draft, then moved through their life. */
export function registerExperimentsRoute(fastify: FastifyInstance, deps: ExperimentsRouteDeps): void {
  const { experiments, cohortRules, state, publisher } = deps;
  const published = async (changing: Promise<Experiment | undefined>) => {
    const experiment = orNotFound(await changing, 'experiment');
    await publisher.publish();
    return { data: await wholeRow(experiment) };
  };
  const wholeRow = async (experiment: Experiment) => {
    const { status, winner } = experiment;
    const isServed = status === 'running' || (status === 'completed' && winner !== null);
    const cohorts = isServed
      ? await cohortRules.statesOf(experiment, [{ conditions: experiment.audience }])
      : undefined;
    return { ...experimentRow(experiment), ...omitUndefined({ cohorts }) };
  };
  /** Cohorts by their keys, there and served. What names no environment is refused where it is stored. */
  const prepared = async (projectId: string, environment: string | undefined, sent: SentAudience) => {
    if (sent === undefined) return undefined;
    const audience = sent.map(({ field, op, values = [] }) => ({ field, op, values }));
    const environmentId = environment && state.environment(projectId, environment)?.id;
    return environmentId
      ? await cohortRules.prepareConditions({ projectId, environmentId }, audience, 'audience')
      : audience;
  };

  /** 404 for an experiment of an environment that the key does not reach. */
  const mustReach = async (access: ProjectAccess, id: string): Promise<void> => {
    if (access.isConfined === true)
      orNotFound(ofOwn(access, await experiments.find(access.projectId, id)), 'experiment');
  };

  /** Cohorts are served from the first assignment on. */
  const serveAudience = async (projectId: string, id: string): Promise<void> => {
    const experiment = await experiments.find(projectId, id);
    if (experiment !== undefined) await cohortRules.prepareConditions(experiment, experiment.audience, 'audience');
  };

  handle(fastify, 'listExperiments', async ({ access, query }) => {
    const { status, search, environment_id: named } = query;
    const isOneAsked = named !== undefined || access.isConfined === true;
    const environmentId = isOneAsked ? environmentOf(state, access, named).id : undefined;
    const filter = { projectId: access.projectId, ...omitUndefined({ status, search, environmentId }) };
    return listResponse(await experiments.list(filter, pageRequest(query, 20)), experimentRow);
  });

  handle(fastify, 'createExperiment', async ({ actor, reply, access, body }) => {
    const environment =
      access.isConfined === true
        ? environmentOf(state, access, body.environment_id).id
        : (body.environment_id ?? access.environment.id);
    const experiment = {
      projectId: access.projectId,
      environment,
      key: body.key,
      name: body.name,
      variants: body.variants.map(variantOf),
      metrics: body.metrics.map(metricOf),
      ...omitUndefined({
        description: body.description,
        hypothesis: body.hypothesis,
        unit: body.unit,
        trafficPct: body.traffic_pct,
        analysis: body.analysis && analysisOf(body.analysis),
        audience: await prepared(access.projectId, environment, body.audience),
        layer: body.layer,
        overrides: body.overrides?.map(overrideOf),
      }),
    };
    const response = await published(experiments.create(experiment, actor));
    reply.code(201);
    return response;
  });

  handle(fastify, 'showExperiment', async ({ access, param }) => ({
    data: await wholeRow(
      orNotFound(ofOwn(access, await experiments.find(access.projectId, param('id'))), 'experiment'),
    ),
  }));

  handle(fastify, 'changeExperiment', async ({ actor, access, body, param }) => {
    await mustReach(access, param('id'));
    if (access.isConfined === true) environmentOf(state, access, body.environment_id);
    const before = body.audience && (await experiments.find(access.projectId, param('id')));
    const patch = omitUndefined({
      key: body.key,
      environment: body.environment_id,
      name: body.name,
      description: body.description,
      hypothesis: body.hypothesis,
      unit: body.unit,
      trafficPct: body.traffic_pct,
      variants: body.variants?.map(variantOf),
      metrics: body.metrics?.map(metricOf),
      analysis: body.analysis && analysisOf(body.analysis),
      audience: await prepared(access.projectId, before?.environmentId, body.audience),
      layer: body.layer,
    });
    return published(experiments.update(access.projectId, param('id'), patch, actor));
  });

  handle(fastify, 'changeAnalysis', async ({ actor, access, body, param }) => {
    await mustReach(access, param('id'));
    return published(experiments.changeAnalysis(access.projectId, param('id'), analysisOf(body), actor));
  });

  handle(fastify, 'changePeriod', async ({ actor, access, body, param }) => {
    await mustReach(access, param('id'));
    const period = omitUndefined({
      startedAtMs: timeOf('started_at', body.started_at),
      completedAtMs: timeOf('completed_at', body.completed_at),
    });
    return published(experiments.changePeriod(access.projectId, param('id'), period, actor));
  });

  const moves = {
    startExperiment: (projectId: string, id: string, actor: Actor) => experiments.start(projectId, id, actor),
    pauseExperiment: (projectId: string, id: string, actor: Actor) => experiments.pause(projectId, id, actor),
    resumeExperiment: (projectId: string, id: string, actor: Actor) => experiments.resume(projectId, id, actor),
    archiveExperiment: (projectId: string, id: string, actor: Actor) => experiments.archive(projectId, id, actor),
  };
  for (const name of Object.keys(moves) as (keyof typeof moves)[]) {
    handle(fastify, name, async ({ actor, access, param }) => {
      await mustReach(access, param('id'));
      if (name === 'startExperiment' || name === 'resumeExperiment') await serveAudience(access.projectId, param('id'));
      return await published(moves[name](access.projectId, param('id'), actor));
    });
  }

  handle(fastify, 'completeExperiment', async ({ actor, access, body, param }) => {
    await mustReach(access, param('id'));
    const outcome = omitUndefined({ winner: body.winner, flag: body.flag });
    const completed = orNotFound(
      await experiments.complete(access.projectId, param('id'), outcome, actor),
      'experiment',
    );
    await publisher.publish();
    return { data: { ...(await wholeRow(completed)), shipped: completed.shipped && shippedRow(completed.shipped) } };
  });

  handle(fastify, 'setExperimentOverrides', async ({ actor, access, body, param }) => {
    await mustReach(access, param('id'));
    const overrides = body.overrides.map(overrideOf);
    return await published(experiments.setOverrides(access.projectId, param('id'), overrides, actor));
  });

  handle(fastify, 'setExperimentAudience', async ({ actor, access, body, param }) => {
    const { projectId } = access;
    const before = orNotFound(ofOwn(access, await experiments.find(projectId, param('id'))), 'experiment');
    const audience = (await prepared(projectId, before.environmentId, body.audience)) ?? [];
    return await published(experiments.setAudience(projectId, before.id, audience, actor));
  });

  handle(fastify, 'setExperimentTraffic', async ({ actor, access, body, param }) => {
    await mustReach(access, param('id'));
    return await published(experiments.setTraffic(access.projectId, param('id'), body.traffic_pct, actor));
  });
}

type SentAudience = readonly (Omit<Condition, 'values'> & Partial<Pick<Condition, 'values'>>)[] | undefined;

const overrideOf = ({ variant_key, user_ids, group_keys }: Wire['OverridesBody']['overrides'][number]) => ({
  variantKey: variant_key,
  ...omitUndefined({ userIds: user_ids, groupKeys: group_keys }),
});

const variantOf = ({ key, name, weight, is_control, payload }: Wire['NewExperimentBody']['variants'][number]) => ({
  key,
  name,
  weight,
  ...omitUndefined({ isControl: is_control, payload }),
});

const metricOf = (metric: Wire['NewExperimentBody']['metrics'][number]) => ({
  eventName: metric.event_name,
  metricType: metric.metric_type,
  ...omitUndefined({
    aggregationField: metric.aggregation_field,
    isPrimary: metric.is_primary,
    isGuardrail: metric.is_guardrail,
    name: metric.name,
    direction: metric.direction,
    conversionWindowHours: metric.conversion_window_hours,
    denominatorEvent: metric.denominator_event,
    denominatorField: metric.denominator_field,
    margin: metric.margin,
  }),
});

const analysisOf = (analysis: Wire['AnalysisBody']) =>
  omitUndefined({
    engine: analysis.engine,
    confidenceLevel: analysis.confidence_level,
    correction: analysis.correction,
    minUnits: analysis.min_units,
    covariateDays: analysis.covariate_days,
    capQuantile: analysis.cap_quantile,
    plannedDays: analysis.planned_days,
    guardrailAction: analysis.guardrail_action,
  });

export const experimentRow = (experiment: Experiment) => ({
  id: experiment.id,
  key: experiment.key,
  name: experiment.name,
  description: experiment.description,
  hypothesis: experiment.hypothesis,
  environment_id: experiment.environmentId,
  unit: experiment.unit,
  traffic_pct: experiment.trafficPct,
  variants: experiment.variants.map(variantState),
  metrics: experiment.metrics.map(metricState),
  analysis: analysisState(experiment.analysis),
  status: experiment.status,
  winner: experiment.winner,
  audience: experiment.audience,
  overrides: experiment.overrides.map(overrideState),
  layer: experiment.layer?.key ?? null,
  ranges: experiment.ranges,
  guardrail_breaches: experiment.breaches.map(experimentBreachState),
  started_at: isoTimeOrNull(experiment.startedAtMs),
  completed_at: isoTimeOrNull(experiment.completedAtMs),
  created_at: isoTime(experiment.createdAtMs),
  updated_at: isoTime(experiment.updatedAtMs),
});

const shippedRow = (shipped: ShippedFlag) => ({
  flag_id: shipped.flagId,
  flag_key: shipped.flagKey,
  environment_id: shipped.environmentId,
  percentage: shipped.percentage,
  value: shipped.value,
  enabled_rules: shipped.enabledRules,
  is_killed: shipped.isKilled,
  note: shippedNote(shipped),
});

function shippedNote({ flagKey, enabledRules, isKilled }: ShippedFlag): string {
  if (isKilled) return `"${flagKey}" is killed. The value is served once it is restored.`;
  if (enabledRules === 0) return `All users get the value of "${flagKey}".`;
  const rules = enabledRules === 1 ? 'Its rule still applies' : `Its ${enabledRules} rules still apply`;
  return `Users not matched by a rule of "${flagKey}" get the value. ${rules} first.`;
}
