import { type CompleteInsightQuery, invalidField, type Wire } from '@lamppost/protocol';
import type { AnalyticsStore } from '../../analytics/analytics-store.ts';
import type { ReleaseKey } from '../../analytics/release-key.ts';
import { parseIsoTime } from '../../collect/ingest/screen/iso-time.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import type { Scope } from '../../edge/scope.ts';
import { timeOf } from '../../http/request/time-of.ts';
import type { ReleaseStore } from '../releases/release-store.ts';
import { funnelQuery } from './queries/funnel.ts';
import type { FilterValue, InsightFilter, InsightRange } from './queries/insight-params.ts';
import { pathsQuery } from './queries/paths.ts';
import { retentionQuery } from './queries/retention.ts';
import { timeseriesQuery } from './queries/timeseries.ts';
import type { RunInsight } from './run-insight.ts';

export interface InsightRunnerDeps {
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly releases: Pick<ReleaseStore, 'find'>;
}

/** Insights in the words of the wire, asked of the store in its own. */
export const insightRunner =
  ({ store, state, releases }: InsightRunnerDeps): RunInsight =>
  async (query, scope, options) => {
    const filtersOf = (filters: readonly Wire['InsightFilter'][], at: string): Promise<readonly InsightFilter[]> =>
      Promise.all(filters.map((filter, index) => readFilter(filter, `${at}.${index}.value`, scope, releases)));
    const shared = {
      scope,
      timezone: state.timezoneOf(scope.projectId),
      range: rangeOf(query.range),
      filters: await filtersOf(query.filters, 'query.filters'),
    };
    switch (query.kind) {
      case 'timeseries': {
        const { event, interval, aggregation } = query;
        return store.run(timeseriesQuery, { ...shared, event, interval, aggregation, ...breakdownOf(query) }, options);
      }
      case 'funnel': {
        const { conversionWindow } = query;
        const steps = await Promise.all(
          query.steps.map(async ({ event, filters }, step) => ({
            event,
            filters: await filtersOf(filters, `query.steps.${step}.filters`),
          })),
        );
        const windowMs = durationMs(conversionWindow);
        return store.run(funnelQuery, { ...shared, steps, windowMs, conversionWindow, ...breakdownOf(query) }, options);
      }
      case 'retention': {
        const { cohortEvent, returnEvent, interval } = query;
        return store.run(retentionQuery, { ...shared, cohortEvent, returnEvent, interval }, options);
      }
      case 'paths': {
        const { startEvent, endEvent, depth } = query;
        const ends = {
          ...(startEvent === undefined ? {} : { startEvent }),
          ...(endEvent === undefined ? {} : { endEvent }),
        };
        return store.run(pathsQuery, { ...shared, ...ends, depth }, options);
      }
    }
  };

const unitMs = { d: 86_400_000, h: 3_600_000, m: 60_000 } as const;

/** Of `7d`, `24h`, `30m`. */
const durationMs = (text: string): number => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs];

function rangeOf(range: Wire['InsightRange']): InsightRange {
  if (range.kind === 'relative') return { kind: 'last', ms: durationMs(range.last) };
  const fromMs = timeOf('query.range.fromIso', range.fromIso);
  const toMs = timeOf('query.range.toIso', range.toIso);
  return { kind: 'between', fromMs: fromMs ?? 0, toMs: toMs ?? 0 };
}

const breakdownOf = ({ breakdownProperty }: Extract<CompleteInsightQuery, { breakdownProperty?: string }>) =>
  breakdownProperty === undefined ? {} : { breakdownField: breakdownProperty };

const timeFields: ReadonlySet<string> = new Set(['timestamp', 'received_at']);

async function readFilter(
  filter: Wire['InsightFilter'],
  at: string,
  scope: Scope,
  releases: InsightRunnerDeps['releases'],
): Promise<InsightFilter> {
  if (timeFields.has(filter.field)) return timeFilter(filter, at);
  return filter.field === 'release_id' ? releaseFilter(filter, scope, releases) : filter;
}

const isUuid = (value: FilterValue): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

/** Few events say a release, but most a version, which is what a release of ours is. */
async function releaseFilter(
  filter: Wire['InsightFilter'],
  scope: Scope,
  releases: InsightRunnerDeps['releases'],
): Promise<InsightFilter> {
  switch (filter.op) {
    case 'eq':
    case 'neq':
      return { ...filter, releases: await releasesNamed([filter.value], scope, releases) };
    case 'in':
    case 'not_in':
      return { ...filter, releases: await releasesNamed(filter.value, scope, releases) };
    default:
      return filter;
  }
}

async function releasesNamed(
  values: readonly FilterValue[],
  { projectId, environmentId }: Scope,
  releases: InsightRunnerDeps['releases'],
): Promise<readonly ReleaseKey[]> {
  const ids = [...new Set(values.filter(isUuid))];
  const found = await Promise.all(ids.map((id) => releases.find(projectId, id)));
  return found.flatMap((release) =>
    release?.environmentId === environmentId ? [{ platform: release.platform, version: release.version }] : [],
  );
}

function timeFilter(filter: Wire['InsightFilter'], at: string): InsightFilter {
  switch (filter.op) {
    case 'is_null':
    case 'is_not_null':
      return filter;
    case 'in':
    case 'not_in':
      return { ...filter, value: filter.value.map((value) => momentOf(value, at)) };
    default:
      return { ...filter, value: momentOf(filter.value, at) };
  }
}

function momentOf(value: FilterValue, at: string): number {
  const ms = typeof value === 'string' ? parseIsoTime(value) : undefined;
  if (ms === undefined) throw invalidField(at, 'must be an ISO 8601 time');
  return ms;
}
