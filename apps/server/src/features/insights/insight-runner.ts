import { isFeatureQuery } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { FeatureInsights } from './feature-insights.ts';
import { funnelQuery } from './queries/funnel.ts';
import { distributionQuery } from './queries/kinds/distribution.ts';
import { lifecycleQuery } from './queries/kinds/lifecycle.ts';
import { stickinessQuery } from './queries/kinds/stickiness.ts';
import { pathsQuery } from './queries/paths.ts';
import { retentionQuery } from './queries/retention.ts';
import type { FilterSources } from './read-filters.ts';
import { readInsightParams, readShared } from './read-insight-params.ts';
import { runFeature } from './run-feature.ts';
import type { RunInsight } from './run-insight.ts';
import { runTrend } from './trends/run-trend.ts';

export interface InsightRunnerDeps extends FilterSources {
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly features: FeatureInsights;
}

/** Insights in the words of the wire, asked of the store in its own. */
export const insightRunner =
  ({ store, state, features, ...sources }: InsightRunnerDeps): RunInsight =>
  async (query, scope, options) => {
    const reading = { scope, timezone: state.timezoneOf(scope.projectId), sources };
    if (isFeatureQuery(query)) return runFeature(query, { ...reading, features, options });
    if (query.kind === 'timeseries') return runTrend(query, { ...(await readShared(query, reading)), store, options });
    const asked = await readInsightParams(query, reading);
    switch (asked.kind) {
      case 'funnel':
        return store.run(funnelQuery, asked.params, options);
      case 'retention':
        return store.run(retentionQuery, asked.params, options);
      case 'paths':
        return store.run(pathsQuery, asked.params, options);
      case 'lifecycle':
        return store.run(lifecycleQuery, asked.params, options);
      case 'stickiness':
        return store.run(stickinessQuery, asked.params, options);
      case 'distribution':
        return store.run(distributionQuery, asked.params, options);
    }
  };
