import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { funnelQuery } from './queries/funnel.ts';
import { pathsQuery } from './queries/paths.ts';
import { retentionQuery } from './queries/retention.ts';
import { timeseriesQuery } from './queries/timeseries.ts';
import type { FilterSources } from './read-filters.ts';
import { readInsightParams } from './read-insight-params.ts';
import type { RunInsight } from './run-insight.ts';

export interface InsightRunnerDeps extends FilterSources {
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
}

/** Insights in the words of the wire, asked of the store in its own. */
export const insightRunner =
  ({ store, state, ...sources }: InsightRunnerDeps): RunInsight =>
  async (query, scope, options) => {
    const asked = await readInsightParams(query, { scope, timezone: state.timezoneOf(scope.projectId), sources });
    switch (asked.kind) {
      case 'timeseries':
        return store.run(timeseriesQuery, asked.params, options);
      case 'funnel':
        return store.run(funnelQuery, asked.params, options);
      case 'retention':
        return store.run(retentionQuery, asked.params, options);
      case 'paths':
        return store.run(pathsQuery, asked.params, options);
    }
  };
