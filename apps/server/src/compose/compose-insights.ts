import { crashFreeInsight } from '../features/crashes/insights/crash-free-insight.ts';
import { crashesInsight } from '../features/crashes/insights/crashes-insight.ts';
import { experimentInsight } from '../features/experiments/results/experiment-insight.ts';
import { sharedExperimentResults } from '../features/experiments/results/shared-results.ts';
import type { FeatureInsights } from '../features/insights/feature-insights.ts';
import { insightRunner } from '../features/insights/insight-runner.ts';
import { performanceInsight } from '../features/performance/performance-insight.ts';
import type { Cohorts } from './compose-cohorts.ts';
import type { Storage } from './open-storage.ts';

export type Insights = ReturnType<typeof composeInsights>;

/** What answers queries about what was collected, for routes and for alerts. */
export function composeInsights(
  { control, state, store }: Pick<Storage, 'control' | 'state' | 'store'>,
  cohorts: Cohorts,
) {
  const filterSources = {
    releases: control.releases,
    groups: control.groups,
    resolveCohorts: cohorts.resolver.resolve,
  };
  const resultsOf = sharedExperimentResults({ changes: control.changes, store, state });
  const features: FeatureInsights = {
    crash_free: crashFreeInsight(store),
    crashes: crashesInsight(store),
    performance: performanceInsight(store),
    experiment: experimentInsight({ experiments: control.experiments, resultsOf }),
  };
  const runInsight = insightRunner({ store, state, ...filterSources, features });
  return { filterSources, resultsOf, runInsight };
}
