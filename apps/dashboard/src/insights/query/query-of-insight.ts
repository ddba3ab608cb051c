import type { Wire } from '@lamppost/protocol';
import { type TimeRange, toWireRange } from '../../navigation/time-range.ts';
import { wordsOfAggregation } from '../aggregation-words.ts';
import type { AnyInsight } from '../features/any-insight.ts';
import { queryOfFeature } from '../features/query-of-feature.ts';
import type { EventChoice, FunnelInsight, PathsInsight, RetentionInsight, TrendsInsight } from '../insight.ts';
import { intervalOfRange } from '../interval-of-range.ts';
import { letterOf } from '../letter-of.ts';
import { trendsQuery } from './trends-query.ts';
import { wireEvent } from './wire-event.ts';
import { wireFilters } from './wire-filters.ts';
import { wireUnit } from './wire-unit.ts';

export type InsightAsk =
  | { readonly kind: 'ready'; readonly query: Wire['InsightQuery'] }
  /** What has to be chosen before it can be asked, as a sentence. */
  | { readonly kind: 'unfinished'; readonly missing: string };

/** What is sent to the server. Filters that are still being written are left out. */
export function queryOfInsight(insight: AnyInsight, range: TimeRange): InsightAsk {
  const missing = missingOf(insight);
  return missing === undefined
    ? { kind: 'ready', query: completeQuery(insight, range) }
    : { kind: 'unfinished', missing };
}

function completeQuery(insight: AnyInsight, range: TimeRange): Wire['InsightQuery'] {
  switch (insight.kind) {
    case 'timeseries':
      return trendsQuery(insight, range);
    case 'funnel':
      return funnelQuery(insight, range);
    case 'retention':
      return retentionQuery(insight, range);
    case 'paths':
      return pathsQuery(insight, range);
    case 'sql':
      return { kind: 'sql', sql: insight.sql };
    case 'crash_free':
    case 'crashes':
    case 'performance':
    case 'experiment':
      return queryOfFeature(insight, range);
    default: {
      const shared = {
        event: wireEvent(insight.event),
        range: toWireRange(range),
        filters: wireFilters(insight.filters),
      };
      if (insight.kind !== 'distribution')
        return { kind: insight.kind, interval: insight.interval, ...shared, ...wireUnit(insight.countBy) };
      return { kind: 'distribution', field: insight.field ?? '', buckets: insight.buckets, ...shared };
    }
  }
}

function funnelQuery(insight: FunnelInsight, range: TimeRange): Wire['FunnelQuery'] {
  const { order, exclusions, holdConstant, breakdown, attribution, conversionWindow, view } = insight;
  const forbidden = exclusions.filter(({ event }) => event !== null);
  return {
    kind: 'funnel',
    steps: insight.steps.map(({ event, filters }) => ({ event: wireEvent(event), filters: wireFilters(filters) })),
    conversionWindow,
    range: toWireRange(range),
    filters: wireFilters(insight.filters),
    ...(breakdown === null ? {} : { breakdownProperty: breakdown }),
    ...(breakdown !== null && attribution === 'last' ? { breakdownAttribution: attribution } : {}),
    ...(order === 'ordered' ? {} : { order }),
    ...(holdConstant === null ? {} : { holdConstant }),
    ...(forbidden.length === 0
      ? {}
      : {
          exclusions: forbidden.map(({ event, filters, fromStep, toStep }) => ({
            event: wireEvent(event),
            ...(filters.length === 0 ? {} : { filters: wireFilters(filters) }),
            ...(fromStep === 0 ? {} : { fromStep }),
            ...(toStep === null ? {} : { toStep }),
          })),
        }),
    ...(view === 'steps' ? {} : { view }),
    ...(view === 'trend' ? { interval: trendInterval(insight, range) } : {}),
    ...wireUnit(insight.countBy),
  };
}

function trendInterval({ interval }: FunnelInsight, range: TimeRange): 'hour' | 'day' | 'week' | 'month' {
  if (interval !== 'auto') return interval;
  const usual = intervalOfRange(range);
  if (usual === 'minute') return 'hour';
  return usual === 'hour' || usual === 'day' || usual === 'week' ? usual : 'month';
}

function retentionQuery(insight: RetentionInsight, range: TimeRange): Wire['RetentionQuery'] {
  const { mode, start, breakdown } = insight;
  return {
    kind: 'retention',
    cohortEvent: wireEvent(insight.cohortEvent),
    returnEvent: wireEvent(insight.returnEvent),
    interval: insight.interval,
    range: toWireRange(range),
    filters: wireFilters(insight.filters),
    ...(mode === 'on' ? {} : { mode }),
    ...(start === 'first_in_range' ? {} : { start }),
    ...(breakdown === null ? {} : { breakdownProperty: breakdown }),
    ...wireUnit(insight.countBy),
  };
}

function pathsQuery(insight: PathsInsight, range: TimeRange): Wire['PathsQuery'] {
  const { startEvent, endEvent, depth, excluded, nodeProperty, showsSystem } = insight;
  const groups = insight.groups.filter(({ name, pattern }) => name !== '' && pattern !== '');
  return {
    kind: 'paths',
    ...(startEvent === null ? {} : { startEvent: wireEvent(startEvent) }),
    ...(endEvent === null ? {} : { endEvent: wireEvent(endEvent) }),
    depth,
    range: toWireRange(range),
    filters: wireFilters(insight.filters),
    ...(excluded.length === 0 ? {} : { excludeEvents: [...excluded] }),
    ...(groups.length === 0 ? {} : { groups: groups.map(({ name, pattern }) => ({ name, pattern })) }),
    ...(nodeProperty === null ? {} : { nodeProperty }),
    ...(showsSystem ? {} : { hideSystemEvents: true }),
  };
}

function missingOf(insight: AnyInsight): string | undefined {
  switch (insight.kind) {
    case 'timeseries':
      return missingOfTrends(insight);
    case 'funnel':
      return missingOfFunnel(insight);
    case 'retention':
      if (insight.cohortEvent === null) return 'Select the first event';
      return insight.returnEvent === null ? 'Select the return event' : undefined;
    case 'paths':
    case 'crash_free':
    case 'crashes':
    case 'performance':
    case 'experiment':
      return undefined;
    case 'sql':
      return insight.sql.trim() === '' ? 'Write a SQL query' : undefined;
    default:
      if (insight.event === null) return 'Select an event';
      return insight.kind === 'distribution' && insight.field === null ? 'Select a number property' : undefined;
  }
}

function missingOfTrends({ series }: TrendsInsight): string | undefined {
  const name = (index: number): string => (series.length === 1 ? '' : ` for ${letterOf(index)}`);
  for (const [index, { event, aggregation, field }] of series.entries()) {
    if (event === null) return `Select an event${name(index)}`;
    const { takes } = wordsOfAggregation(aggregation);
    if ((takes === 'numbers' || takes === 'any field') && field === null) return `Select a field${name(index)}`;
  }
  return undefined;
}

function missingOfFunnel({ steps, conversionWindow }: FunnelInsight): string | undefined {
  const missing = steps.findIndex(({ event }: { event: EventChoice }) => event === null);
  if (missing >= 0) return `Select an event for step ${missing + 1}`;
  const minutes = windowMinutes(conversionWindow);
  return minutes > 365 * 24 * 60 ? 'The conversion window can be at most 365 days' : undefined;
}

const unitMinutes = { m: 1, h: 60, d: 1440 };

function windowMinutes(window: string): number {
  return Number(window.slice(0, -1)) * unitMinutes[window.slice(-1) as keyof typeof unitMinutes];
}
