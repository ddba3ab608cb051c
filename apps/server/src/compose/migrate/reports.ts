import { DAY_MS } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import { ledgerQuery } from '../../analytics/ledger.ts';
import type { QueryKind } from '../../analytics/query.ts';
import type { Scope } from '../../edge/scope.ts';
import { crashGroupsQuery, crashReportsQuery, crashSharesQuery } from '../../features/crashes/queries/crash-groups.ts';
import { healthDimensions, sessionHealthQuery } from '../../features/crashes/queries/session-health.ts';
import { failedEventsQuery, failedReasonsQuery } from '../../features/events/failed/queries/failed-events.ts';
import { catalogEntryQuery, catalogQuery } from '../../features/events/queries/catalog.ts';
import { eventVolumesQuery } from '../../features/events/queries/event-volumes.ts';
import { countEventsQuery, eventsQuery } from '../../features/events/queries/events.ts';
import type { Experiment } from '../../features/experiments/experiment-store.ts';
import { experimentStatisticsQuery } from '../../features/experiments/queries/experiment-statistics.ts';
import { statisticsParams } from '../../features/experiments/statistics-params.ts';
import { activityQuery } from '../../features/insights/queries/activity.ts';
import { fieldValuesQuery } from '../../features/insights/queries/field-values.ts';
import { funnelQuery } from '../../features/insights/queries/funnel.ts';
import { lifecycleQuery } from '../../features/insights/queries/kinds/lifecycle.ts';
import { stickinessQuery } from '../../features/insights/queries/kinds/stickiness.ts';
import { pathsQuery } from '../../features/insights/queries/paths.ts';
import { retentionQuery } from '../../features/insights/queries/retention.ts';
import { timeseriesQuery } from '../../features/insights/queries/timeseries.ts';
import { peopleQuery, personQuery, timelineQuery } from '../../features/people/queries/people.ts';
import {
  performanceDistributionQuery,
  performanceSeriesQuery,
  performanceSummaryQuery,
} from '../../features/performance/queries/performance.ts';
import { knownMetrics } from '../../features/performance/well-known-thresholds.ts';
import { storedPerDayQuery } from '../../features/projects/queries/stored-per-day.ts';
import {
  releaseAdoptionQuery,
  releaseRequestsQuery,
  releasesSeenQuery,
} from '../../features/releases/queries/releases.ts';

/** One question, to be asked of either store. */
export interface Report {
  readonly name: string;
  readonly ask: (store: AnalyticsStore) => Promise<unknown>;
}

export interface ReportScope extends Scope {
  readonly timezone: string;
  readonly nowMs: number;
  readonly experiments: readonly Experiment[];
}

const RANGE_DAYS = 90;
const PAGE = { limit: 100 };
const TIME_LIMIT_MS = 600_000;

const report = <Query, Result>(name: string, kind: QueryKind<Query, Result>, query: Query): Report => ({
  name,
  ask: (store) => store.run(kind, query, { timeLimitMs: TIME_LIMIT_MS }),
});

/** What every page of the dashboard asks, for one environment. What there is to ask about is looked up in the store. */
export async function reportsOf(store: AnalyticsStore, asked: ReportScope): Promise<readonly Report[]> {
  const { projectId, environmentId, timezone, nowMs } = asked;
  const scope = { projectId, environmentId };
  const [fromMs, toMs] = [nowMs - RANGE_DAYS * DAY_MS, nowMs];
  const span = { scope, fromMs, toMs };
  const ofEvents = await eventReports(store, scope, timezone, fromMs, toMs);
  return [
    report('stored per day', storedPerDayQuery, { projectId, fromMs, toMs }),
    ...(['events', 'crashes', 'metrics'] as const).map((kind) =>
      report(`ledger of ${kind}`, ledgerQuery, { ...scope, kind, fromMs, toMs, interval: 'day' }),
    ),
    ...ofEvents,
    report('activity', activityQuery, { ...span, over: { interval: 'day', timezone } }),
    report('failed events', failedEventsQuery, { scope, filter: {}, page: PAGE }),
    report('reasons of failed events', failedReasonsQuery, { scope, filter: {} }),
    ...(await peopleReports(store, scope)),
    ...(await crashReports(store, scope, nowMs, fromMs, timezone)),
    ...(await performanceReports(store, span, timezone)),
    report('releases', releasesSeenQuery, { scope, receivedSinceMs: fromMs, limit: 1_000 }),
    report('requests by release', releaseRequestsQuery, span),
    report('adoption of releases', releaseAdoptionQuery, { ...span, interval: 'day', timezone }),
    ...asked.experiments.map((experiment) =>
      report(
        `results of ${experiment.key}`,
        experimentStatisticsQuery,
        statisticsParams({ experiment, asOfMs: nowMs, timezone }),
      ),
    ),
  ];
}

async function eventReports(
  store: AnalyticsStore,
  scope: Scope,
  timezone: string,
  fromMs: number,
  toMs: number,
): Promise<readonly Report[]> {
  const { volumes } = await store.run(eventVolumesQuery, { scope, fromMs, toMs, buckets: 30 });
  const names = volumes.slice(0, 5).map(({ name }) => name);
  const insight = { scope, timezone, range: { kind: 'between', fromMs, toMs }, filters: [] } as const;
  const [first = 'nothing', second = first, third = second] = names;
  const steps = [first, second, third].map((event) => ({ events: [event], filters: [] }));
  return [
    report('number of events', countEventsQuery, { scope, filter: {} }),
    report('newest events', eventsQuery, { scope, filter: {}, page: PAGE }),
    report('catalog', catalogQuery, { scope, page: PAGE, schemaModes: {}, nowMs: toMs }),
    report('volumes', eventVolumesQuery, { scope, fromMs, toMs, buckets: 30 }),
    ...names.flatMap((event) => [
      report(`entry of ${event}`, catalogEntryQuery, { scope, name: event, schemaModes: {}, nowMs: toMs }),
      report(`trend of ${event}`, timeseriesQuery, {
        ...insight,
        events: [event],
        interval: 'day',
        aggregation: { kind: 'count' },
      }),
      report(`persons of ${event} by platform`, timeseriesQuery, {
        ...insight,
        events: [event],
        interval: 'week',
        aggregation: { kind: 'count_distinct', field: 'person_id' },
        breakdownField: 'platform',
      }),
      report(`retention of ${event}`, retentionQuery, {
        ...insight,
        cohortEvents: [event],
        returnEvents: [event],
        interval: 'week',
      }),
      report(`lifecycle of ${event}`, lifecycleQuery, { ...insight, events: [event], interval: 'week' }),
      report(`stickiness of ${event}`, stickinessQuery, { ...insight, events: [event], interval: 'day' }),
    ]),
    report('funnel', funnelQuery, { ...insight, steps, windowMs: 7 * DAY_MS, conversionWindow: '7d' }),
    report('funnel by platform', funnelQuery, {
      ...insight,
      steps,
      windowMs: DAY_MS,
      conversionWindow: '1d',
      breakdownField: 'platform',
    }),
    report('paths', pathsQuery, { ...insight, depth: 4 }),
    report('versions', fieldValuesQuery, { scope, field: 'app_version', fromMs, toMs, limit: 100 }),
  ];
}

async function peopleReports(store: AnalyticsStore, scope: Scope): Promise<readonly Report[]> {
  const { rows } = await store.run(peopleQuery, { scope, page: { limit: 5 } });
  const persons = rows.map(({ id, kind }) => ({ scope, id, kind, hints: { isUser: false } }));
  const reports = [report('people', peopleQuery, { scope, page: PAGE })];
  for (const asked of persons) {
    reports.push(report(`person ${asked.id}`, personQuery, asked));
    const person = await store.run(personQuery, asked);
    if (person === undefined) continue;
    reports.push(report(`timeline of ${asked.id}`, timelineQuery, { scope, ids: person.ids, page: PAGE }));
  }
  return reports;
}

async function crashReports(
  store: AnalyticsStore,
  scope: Scope,
  nowMs: number,
  fromMs: number,
  timezone: string,
): Promise<readonly Report[]> {
  const groups = {
    scope,
    selection: { aliases: [] },
    fromMs,
    toMs: nowMs,
    sort: 'reports',
    page: PAGE,
    nowMs,
  } as const;
  const { rows } = await store.run(crashGroupsQuery, groups);
  const fingerprints = rows.slice(0, 3).map(({ fingerprint }) => fingerprint);
  const over = { interval: 'day', timezone } as const;
  return [
    report('crash groups', crashGroupsQuery, groups),
    report('reports of groups', crashReportsQuery, { scope, fingerprints, page: PAGE }),
    report('shares of crashes', crashSharesQuery, {
      scope,
      fingerprints,
      fromMs,
      toMs: nowMs,
      dimensions: healthDimensions,
      limit: 20,
    }),
    ...healthDimensions.map((dimension) =>
      report(`session health by ${dimension}`, sessionHealthQuery, {
        scope,
        fromMs,
        toMs: nowMs,
        dimension,
        limit: 50,
        over,
      }),
    ),
  ];
}

async function performanceReports(
  store: AnalyticsStore,
  span: { readonly scope: Scope; readonly fromMs: number; readonly toMs: number },
  timezone: string,
): Promise<readonly Report[]> {
  const asked = { ...span, filter: {}, rules: knownMetrics };
  const { rows } = await store.run(performanceSummaryQuery, { ...asked, page: PAGE });
  const metrics = rows.slice(0, 3).map(({ metricType, metricName }) => ({ metricType, metricName }));
  return [
    report('performance', performanceSummaryQuery, { ...asked, breakdown: { kind: 'platform' }, page: PAGE }),
    report('performance over time', performanceSeriesQuery, { ...asked, metrics, interval: 'day', timezone }),
    ...metrics.map(({ metricType, metricName }) =>
      report(`distribution of ${metricName}`, performanceDistributionQuery, {
        ...asked,
        filter: { metricType },
        metricName,
      }),
    ),
  ];
}
