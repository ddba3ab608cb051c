import { type CompleteInsightQuery, type EventInsightQuery, eventNames, type Wire } from '@lamppost/protocol';
import type { Scope } from '../../edge/scope.ts';
import { funnelParams } from './funnel-params.ts';
import { pathsParams } from './paths-params.ts';
import type { FunnelParams } from './queries/funnel.ts';
import type { DistributionParams } from './queries/kinds/distribution.ts';
import type { LifecycleParams } from './queries/kinds/lifecycle.ts';
import type { StickinessParams } from './queries/kinds/stickiness.ts';
import type { PathsParams } from './queries/paths.ts';
import type { RetentionParams } from './queries/retention.ts';
import type { TimeseriesParams } from './queries/timeseries.ts';
import { type FilterSources, filterReader } from './read-filters.ts';
import { readRange } from './read-range.ts';

/** A query as the store is asked for it. */
export type AskedInsight =
  | { readonly kind: 'timeseries'; readonly params: TimeseriesParams }
  | { readonly kind: 'funnel'; readonly params: FunnelParams }
  | { readonly kind: 'retention'; readonly params: RetentionParams }
  | { readonly kind: 'paths'; readonly params: PathsParams }
  | { readonly kind: 'lifecycle'; readonly params: LifecycleParams }
  | { readonly kind: 'stickiness'; readonly params: StickinessParams }
  | { readonly kind: 'distribution'; readonly params: DistributionParams };

export interface InsightReading {
  readonly scope: Scope;
  readonly timezone: string;
  readonly sources: FilterSources;
}

/** What all kinds of queries say of the events they are about, and those that count people of what they count. */
export async function readShared(
  { range, filters, ...query }: Pick<EventInsightQuery, 'range' | 'filters'> & { unit?: Wire['InsightUnit'] },
  { scope, timezone, sources }: InsightReading,
  at = 'query',
) {
  const readFilters = filterReader({ ...sources, scope, nowMs: Date.now() });
  return {
    scope,
    timezone,
    range: await readRange(range, `${at}.range`, scope, sources.releases),
    filters: await readFilters(filters, `${at}.filters`),
    ...(query.unit?.property === undefined ? {} : { unitField: query.unit.property }),
    readFilters,
  };
}

/** Translates a query that was read from the words of the wire; `at` names its place. */
export async function readInsightParams(
  query: Exclude<EventInsightQuery, { kind: 'timeseries' }>,
  reading: InsightReading,
  at?: string,
): Promise<Exclude<AskedInsight, { kind: 'timeseries' }>>;
export async function readInsightParams(
  query: EventInsightQuery,
  reading: InsightReading,
  at?: string,
): Promise<AskedInsight>;
export async function readInsightParams(
  query: EventInsightQuery,
  reading: InsightReading,
  at = 'query',
): Promise<AskedInsight> {
  const { readFilters, ...shared } = await readShared(query, reading, at);
  switch (query.kind) {
    case 'timeseries': {
      const { kind, interval, event = null, aggregation = { kind: 'count' } } = query;
      const events = eventNames(event);
      return { kind, params: { ...shared, events, interval, aggregation, ...breakdownOf(query) } };
    }
    case 'funnel':
      return { kind: query.kind, params: await funnelParams(query, shared, readFilters, at) };
    case 'retention': {
      const { kind, interval, mode = 'on', start = 'first_in_range' } = query;
      const [cohortEvents, returnEvents] = [eventNames(query.cohortEvent), eventNames(query.returnEvent)];
      const asked = { cohortEvents, returnEvents, interval, mode, start, ...breakdownOf(query) };
      return { kind, params: { ...shared, ...asked } };
    }
    case 'paths':
      return { kind: query.kind, params: { ...shared, ...pathsParams(query) } };
    case 'lifecycle':
    case 'stickiness':
      return { kind: query.kind, params: { ...shared, events: eventNames(query.event), interval: query.interval } };
    case 'distribution': {
      const { kind, field, buckets } = query;
      return { kind, params: { ...shared, events: eventNames(query.event), field, buckets } };
    }
  }
}

const breakdownOf = ({ breakdownProperty }: Extract<CompleteInsightQuery, { breakdownProperty?: string }>) =>
  breakdownProperty === undefined ? {} : { breakdownField: breakdownProperty };
