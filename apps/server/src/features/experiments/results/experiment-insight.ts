import { invalidField, type VariantLift, type Wire } from '@lamppost/protocol';
import type { Scope } from '../../../edge/scope.ts';
import type { FeatureInsights } from '../../insights/feature-insights.ts';
import { isoOf } from '../../insights/queries/insight-params.ts';
import type { Experiment, ExperimentStore } from '../experiment-store.ts';
import type { ExperimentResultsJson } from './shared-results.ts';

export interface ExperimentInsightDeps {
  readonly experiments: Pick<ExperimentStore, 'find' | 'list'>;
  readonly resultsOf: ExperimentResultsJson;
}

type MetricResult = Wire['MetricResult'];

/** How much each variant moves a metric, as the results of the experiment say. */
export const experimentInsight =
  ({ experiments, resultsOf }: ExperimentInsightDeps): FeatureInsights['experiment'] =>
  async ({ kind, experiment: named, metric: wanted }, { scope, nowMs, options }) => {
    const experiment =
      named === undefined ? await newestOf(experiments, scope) : await findIn(experiments, scope, named);
    if (experiment === undefined) {
      return { kind, experiment: null, metric: null, variants: [], asOfIso: isoOf(nowMs) };
    }
    const signal = options.signal ?? new AbortController().signal;
    const results = JSON.parse(await resultsOf({ experiment, nowMs }, signal)) as Wire['ExperimentResults'];
    const metric = metricOf(results.metrics, wanted);
    return {
      kind,
      experiment: {
        id: experiment.id,
        key: experiment.key,
        name: experiment.name,
        status: results.status,
        startedAtIso: results.started_at,
        verdict: results.verdict,
        decision: results.decision,
        confidenceLevel: results.confidence_level,
      },
      metric: metric === undefined ? null : metricRow(metric),
      variants: results.exposures.map((exposure) => variantRow(exposure, metric)),
      asOfIso: results.as_of,
    };
  };

async function findIn(
  experiments: ExperimentInsightDeps['experiments'],
  { projectId, environmentId }: Scope,
  named: string,
): Promise<Experiment> {
  const found = await experiments.find(projectId, named);
  if (found?.environmentId === environmentId) return found;
  throw invalidField('query.experiment', `the environment has no such experiment: ${named}`);
}

async function newestOf(
  experiments: ExperimentInsightDeps['experiments'],
  scope: Scope,
): Promise<Experiment | undefined> {
  for (const status of ['running', 'completed'] as const) {
    const [newest] = (await experiments.list({ ...scope, status }, { limit: 1 })).rows;
    if (newest !== undefined) return newest;
  }
  return undefined;
}

function metricOf(metrics: readonly MetricResult[], wanted: string | undefined): MetricResult | undefined {
  if (wanted === undefined) return metrics.find((metric) => metric.is_primary) ?? metrics[0];
  const found = metrics.find(({ name }) => name === wanted) ?? metrics.find((metric) => metric.event_name === wanted);
  if (found === undefined) throw invalidField('query.metric', `the experiment has no such metric: ${wanted}`);
  return found;
}

const metricRow = (metric: MetricResult) => ({
  name: metric.name ?? metric.event_name,
  eventName: metric.event_name,
  metricType: metric.metric_type,
  direction: metric.direction,
  unitOfValue: metric.unit_of_value,
});

function variantRow(
  { variant_key: key, is_control: isControl, units }: Wire['ExperimentResults']['exposures'][number],
  metric: MetricResult | undefined,
): VariantLift {
  const found = metric?.variants.find((variant) => variant.variant_key === key);
  return {
    key,
    isControl,
    units: found?.units ?? units,
    value: found?.value ?? null,
    lift: found?.lift_rel ?? null,
    interval: found?.interval ? [found.interval[0], found.interval[1]] : null,
    decision: found?.decision ?? 'not_enough_data',
  };
}
