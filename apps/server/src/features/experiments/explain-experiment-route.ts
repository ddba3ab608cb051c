import { contextFromWire, type ExperimentExplanation, explainExperiment } from '@lamppost/evaluator';
import type { FastifyInstance } from 'fastify';
import { ofOwn } from '../../http/access/own-environment.ts';
import { handle } from '../../http/request/handle.ts';
import { orNotFound } from '../../http/request/or-not-found.ts';
import type { Experiment, ExperimentStore } from './experiment-store.ts';

/** Which variant somebody gets and why, also of a draft and of an experiment that is over. */
export function registerExplainExperimentRoute(fastify: FastifyInstance, experiments: ExperimentStore): void {
  handle(fastify, 'explainExperiment', async ({ access, body, param }) => {
    const experiment = orNotFound(ofOwn(access, await experiments.find(access.projectId, param('id'))), 'experiment');
    const definition = { ...experiment, traffic_pct: experiment.trafficPct };
    return { data: explanationRow(experiment, explainExperiment(definition, contextFromWire(body.context))) };
  });
}

const explanationRow = (experiment: Experiment, explanation: ExperimentExplanation) => ({
  experiment_key: experiment.key,
  status: experiment.status,
  outcome: explanation.outcome,
  variant_key: explanation.variantKey ?? null,
  running_variant_key: explanation.runningVariantKey ?? null,
  identity: explanation.identity ?? null,
  subject_kind: explanation.subjectKind ?? null,
  traffic_pct: experiment.trafficPct,
  pool_bucket: explanation.poolBucket ?? null,
  variant_bucket: explanation.variantBucket ?? null,
});
