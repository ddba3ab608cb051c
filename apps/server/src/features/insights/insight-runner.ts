import { type CompleteInsightQuery, eventNames } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { funnelParams } from './funnel-params.ts';
import { funnelQuery } from './queries/funnel.ts';
import { pathsQuery } from './queries/paths.ts';
import { retentionQuery } from './queries/retention.ts';
import { timeseriesQuery } from './queries/timeseries.ts';
import { type FilterSources, filterReader } from './read-filters.ts';
import { readRange } from './read-range.ts';
import type { RunInsight } from './run-insight.ts';

export interface InsightRunnerDeps extends FilterSources {
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
}

/** Insights in the words of the wire, asked of the store in its own. */
export const insightRunner =
  ({ store, state, ...sources }: InsightRunnerDeps): RunInsight =>
  async (query, scope, options) => {
    const readFilters = filterReader({ ...sources, scope, nowMs: Date.now() });
    const shared = {
      scope,
      timezone: state.timezoneOf(scope.projectId),
      range: await readRange(query.range, 'query.range', scope, sources.releases),
      filters: await readFilters(query.filters, 'query.filters'),
    };
    switch (query.kind) {
      case 'timeseries': {
        const { interval, aggregation } = query;
        const events = eventNames(query.event);
        return store.run(timeseriesQuery, { ...shared, events, interval, aggregation, ...breakdownOf(query) }, options);
      }
      case 'funnel':
        return store.run(funnelQuery, await funnelParams(query, shared, readFilters), options);
      case 'retention': {
        const [cohortEvents, returnEvents] = [eventNames(query.cohortEvent), eventNames(query.returnEvent)];
        return store.run(retentionQuery, { ...shared, cohortEvents, returnEvents, interval: query.interval }, options);
      }
      case 'paths': {
        const [startEvents, endEvents] = [eventNames(query.startEvent ?? null), eventNames(query.endEvent ?? null)];
        const ends = { ...(startEvents && { startEvents }), ...(endEvents && { endEvents }) };
        return store.run(pathsQuery, { ...shared, ...ends, depth: query.depth }, options);
      }
    }
  };

const breakdownOf = ({ breakdownProperty }: Extract<CompleteInsightQuery, { breakdownProperty?: string }>) =>
  breakdownProperty === undefined ? {} : { breakdownField: breakdownProperty };
