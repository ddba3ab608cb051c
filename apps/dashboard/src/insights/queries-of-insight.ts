import type { CompleteInsightQuery } from '@lamppost/protocol';
import { type TimeRange, toWireRange } from '../navigation/time-range.ts';
import { askedFilters } from './asked-filters.ts';
import type { FunnelInsight, Insight, TrendSeries, TrendsInsight } from './insight.ts';
import { intervalOfRange } from './interval-of-range.ts';

export type InsightQueries =
  | { readonly kind: 'ready'; readonly queries: readonly CompleteInsightQuery[] }
  /** What has to be chosen before it can be asked, as a sentence. */
  | { readonly kind: 'unfinished'; readonly missing: string };

/** What is sent to the server: one query a series, or one. Filters that are still being written are left out. */
export function queriesOfInsight(insight: Insight, range: TimeRange): InsightQueries {
  switch (insight.kind) {
    case 'timeseries': {
      const missing = missingOfTrends(insight);
      if (missing !== undefined) return { kind: 'unfinished', missing };
      return { kind: 'ready', queries: insight.series.map((series) => seriesQuery(insight, series, range)) };
    }
    case 'funnel': {
      const steps = insight.steps.flatMap(({ event, filters }) =>
        event === null ? [] : [{ event, filters: askedFilters(filters) }],
      );
      const missing = missingOfFunnel(insight);
      if (missing !== undefined) return { kind: 'unfinished', missing };
      const { conversionWindow } = insight;
      return ready({
        kind: 'funnel',
        steps,
        conversionWindow,
        range: toWireRange(range),
        filters: askedFilters(insight.filters),
        ...breakdownOf(insight.breakdown),
      });
    }
    case 'retention': {
      const { cohortEvent, returnEvent, interval } = insight;
      if (cohortEvent === null) return { kind: 'unfinished', missing: 'Select the first event' };
      if (returnEvent === null) return { kind: 'unfinished', missing: 'Select the return event' };
      return ready({
        kind: 'retention',
        cohortEvent,
        returnEvent,
        interval,
        range: toWireRange(range),
        filters: askedFilters(insight.filters),
      });
    }
    case 'paths': {
      const { startEvent, endEvent, depth } = insight;
      return ready({
        kind: 'paths',
        ...(startEvent === null ? {} : { startEvent }),
        ...(endEvent === null ? {} : { endEvent }),
        depth,
        range: toWireRange(range),
        filters: askedFilters(insight.filters),
      });
    }
    case 'sql':
      if (insight.sql.trim() === '') return { kind: 'unfinished', missing: 'Write a SQL query' };
      return ready({ kind: 'sql', sql: insight.sql });
  }
}

const ready = (query: CompleteInsightQuery): InsightQueries => ({ kind: 'ready', queries: [query] });

const breakdownOf = (breakdown: string | null): { breakdownProperty?: string } =>
  breakdown === null ? {} : { breakdownProperty: breakdown };

function seriesQuery(insight: TrendsInsight, series: TrendSeries, range: TimeRange): CompleteInsightQuery {
  const { aggregation, field } = series;
  return {
    kind: 'timeseries',
    event: series.event ?? '',
    interval: insight.interval === 'auto' ? intervalOfRange(range) : insight.interval,
    range: toWireRange(range),
    filters: askedFilters([...series.filters, ...insight.filters]),
    ...breakdownOf(insight.breakdown),
    aggregation: aggregation === 'count' || field === null ? { kind: 'count' } : { kind: aggregation, field },
  };
}

const letters = 'ABCDE';

export function letterOf(index: number): string {
  return letters[index] ?? String(index + 1);
}

function missingOfTrends({ series }: TrendsInsight): string | undefined {
  const name = (index: number): string => (series.length === 1 ? '' : ` for ${letterOf(index)}`);
  for (const [index, { event, aggregation, field }] of series.entries()) {
    if (event === null) return `Select an event${name(index)}`;
    if (aggregation !== 'count' && field === null) return `Select a field${name(index)}`;
  }
  return undefined;
}

function missingOfFunnel({ steps, conversionWindow }: FunnelInsight): string | undefined {
  const missing = steps.findIndex(({ event }) => event === null);
  if (missing >= 0) return `Select an event for step ${missing + 1}`;
  const minutes = windowMinutes(conversionWindow);
  return minutes > 365 * 24 * 60 ? 'The conversion window can be at most 365 days' : undefined;
}

const unitMinutes = { m: 1, h: 60, d: 1440 };

function windowMinutes(window: string): number {
  return Number(window.slice(0, -1)) * unitMinutes[window.slice(-1) as keyof typeof unitMinutes];
}
