import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import { judgeGuardrail, levelOfEach } from '../../guardrails/judge-guardrail.ts';
import type { Experiment, ExperimentBreach, Metric } from '../experiment-store.ts';
import { experimentStatisticsQuery } from '../queries/experiment-statistics.ts';
import { statisticsParams } from '../statistics-params.ts';

export type FoundBreach = Omit<ExperimentBreach, 'atMs'> & { readonly metric: Metric };

/** Guardrail metrics that a variant makes worse, by what is stored now. */
export const experimentBreaches =
  (store: AnalyticsStore) =>
  async (experiment: Experiment): Promise<readonly FoundBreach[]> => {
    const metrics = experiment.metrics.filter(({ isGuardrail }) => isGuardrail);
    const watched = { ...experiment, metrics };
    const found = await store.run(
      experimentStatisticsQuery,
      statisticsParams({ experiment: watched, asOfMs: Date.now() }),
    );
    // Distribution functions take a while to load, and a server that watches nothing needs none.
    const [statistics, { estimatesOf }] = await Promise.all([
      import('@lamppost/statistics/experiments'),
      import('../judging/judge-metric.ts'),
    ]);
    const { variants, analysis } = experiment;
    const control = variants.findIndex(({ isControl }) => isControl);
    const level = levelOfEach(analysis.confidenceLevel, metrics.length * (variants.length - 1));
    return metrics.flatMap((metric, at) => {
      const computed = found.metrics[at];
      if (computed === undefined) throw new Error('every metric is computed');
      const arms = estimatesOf(computed, metric.metricType, null, variants.length).variants;
      const ofControl = arms[control];
      return variants.flatMap(({ key }, place): FoundBreach[] => {
        const arm = arms[place];
        if (place === control || arm === undefined || ofControl === undefined) return [];
        const evidence = judgeGuardrail(statistics, arm, ofControl, { ...metric, level });
        if (evidence.state !== 'breached') return [];
        const { eventName, metricType } = metric;
        return [{ ...evidence, eventName, metricType, variantKey: key, metric }];
      });
    });
  };
