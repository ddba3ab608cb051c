import {
  contextFromWire,
  type ExperimentDefinition,
  type ExperimentExplanation,
  explainExperiment,
} from '@lamppost/evaluator';
import type { FastifyInstance } from 'fastify';
import type { EdgeState } from '../../edge/edge-state.ts';
import { linearRegex } from '../../edge/linear-regex.ts';
import { holdoutFor } from '../../edge/ruleset.ts';
import { ofOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import { overrideState } from './experiment-state.ts';
import type { Experiment, ExperimentStore } from './experiment-store.ts';

/** Which variant a user gets and why, also of a draft and of an experiment that is over. */
export function registerExplainExperimentRoute(
  fastify: FastifyInstance,
  { experiments, state }: { readonly experiments: ExperimentStore; readonly state: EdgeState },
): void {
  handle(fastify, 'explainExperiment', async ({ access, body, param }) => {
    const { projectId } = access;
    const experiment = orNotFound(ofOwn(access, await experiments.find(projectId, param('id'))), 'experiment');
    const definition = definitionOf(experiment, state);
    const { environmentId } = experiment;
    const context = { ...contextFromWire(body.context), environment: state.environmentById(environmentId).slug };
    const explanation = explainExperiment(definition, context, {
      groups: state.groupMembersOf(projectId),
      cohorts: state.cohortMembersOf(environmentId),
      regex: linearRegex,
    });
    return { data: explanationRow(experiment, definition, explanation) };
  });
}

/** As the ruleset would have it, in whatever state it is. */
function definitionOf(experiment: Experiment, state: EdgeState): ExperimentDefinition {
  const { projectId, completedAtMs, layer, ranges } = experiment;
  return {
    ...experiment,
    traffic_pct: experiment.trafficPct,
    overrides: experiment.overrides.map(overrideState),
    layer: layer && { id: layer.id, ranges: ranges ?? [] },
    holdout: holdoutFor({ isCompleted: experiment.status === 'completed', completedAtMs }, state.holdoutOf(projectId)),
  };
}

const explanationRow = (
  experiment: Experiment,
  { holdout = null }: ExperimentDefinition,
  explanation: ExperimentExplanation,
) => ({
  experiment_key: experiment.key,
  status: experiment.status,
  outcome: explanation.outcome,
  variant_key: explanation.variantKey ?? null,
  running_variant_key: explanation.runningVariantKey ?? null,
  identity: explanation.identity ?? null,
  subject_kind: explanation.subjectKind ?? null,
  failed_condition: explanation.failedCondition ?? null,
  traffic_pct: experiment.trafficPct,
  pool_bucket: explanation.poolBucket ?? null,
  layer: experiment.layer && { ...experiment.layer, ranges: experiment.ranges ?? [] },
  layer_bucket: explanation.layerBucket ?? null,
  holdout,
  holdout_bucket: explanation.holdoutBucket ?? null,
  variant_bucket: explanation.variantBucket ?? null,
});
