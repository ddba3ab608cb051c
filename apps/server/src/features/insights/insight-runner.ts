import { type CompleteInsightQuery, eventNames } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { pathsParams } from './paths-params.ts';
import { distributionQuery } from './queries/distribution.ts';
import { funnelQuery } from './queries/funnel.ts';
import { lifecycleQuery } from './queries/lifecycle.ts';
import { pathsQuery } from './queries/paths.ts';
import { retentionQuery } from './queries/retention.ts';
import { stickinessQuery } from './queries/stickiness.ts';
import { type FilterSources, filterReader } from './read-filters.ts';
import { readRange } from './read-range.ts';
import type { RunInsight } from './run-insight.ts';
import { runTrend } from './trends/run-trend.ts';

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
      case 'timeseries':
        return runTrend(query, { ...shared, store, readFilters, options });
      case 'funnel': {
        const { conversionWindow } = query;
        const steps = await Promise.all(
          query.steps.map(async ({ event, filters }, step) => ({
            events: eventNames(event),
            filters: await readFilters(filters, `query.steps.${step}.filters`),
          })),
        );
        const windowMs = durationMs(conversionWindow);
        return store.run(funnelQuery, { ...shared, steps, windowMs, conversionWindow, ...breakdownOf(query) }, options);
      }
      case 'retention': {
        const [cohortEvents, returnEvents] = [eventNames(query.cohortEvent), eventNames(query.returnEvent)];
        const { interval, mode = 'on', start = 'first_in_range' } = query;
        const asked = { cohortEvents, returnEvents, interval, mode, start, ...breakdownOf(query) };
        return store.run(retentionQuery, { ...shared, ...asked }, options);
      }
      case 'paths':
        return store.run(pathsQuery, { ...shared, ...pathsParams(query) }, options);
      case 'lifecycle':
        return store.run(
          lifecycleQuery,
          { ...shared, events: eventNames(query.event), interval: query.interval },
          options,
        );
      case 'stickiness':
        return store.run(
          stickinessQuery,
          { ...shared, events: eventNames(query.event), interval: query.interval },
          options,
        );
      case 'distribution': {
        const { field, buckets } = query;
        return store.run(distributionQuery, { ...shared, events: eventNames(query.event), field, buckets }, options);
      }
    }
  };

const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

/** Of `7d`, `24h`, `30m`. */
const durationMs = (text: string): number => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs];

const breakdownOf = ({ breakdownProperty }: Extract<CompleteInsightQuery, { breakdownProperty?: string }>) =>
  breakdownProperty === undefined ? {} : { breakdownField: breakdownProperty };
