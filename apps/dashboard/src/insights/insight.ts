import type { CountAggregation, FieldAggregation, Wire } from '@lamppost/protocol';
import { type Filter, isComplete } from '../design/filter-builder/filter-ops.ts';

export type InsightKind = Wire['InsightQuery']['kind'];
export type Interval = (typeof intervals)[number];
export type AggregationKind = (CountAggregation | FieldAggregation)['kind'];
export type ChartType = Extract<Wire['WidgetViz'], { kind: 'timeseries' }>['chartType'];

export const insightKinds = ['timeseries', 'funnel', 'retention', 'paths', 'sql'] as const satisfies InsightKind[];
export const intervals = [
  'minute',
  'hour',
  'day',
  'week',
  'month',
] as const satisfies Wire['TimeseriesQuery']['interval'][];
export const chartTypes = ['line', 'area', 'bar', 'stacked_bar', 'single_metric'] as const satisfies ChartType[];

export const MAX_SERIES = 5;
export const LEAST_STEPS = 2;
export const MAX_STEPS = 10;
export const MAX_FILTERS = 20;
export const MAX_DEPTH = 6;

/** A line of a trend. What is not chosen yet is null. */
export interface TrendSeries {
  readonly event: string | null;
  readonly aggregation: AggregationKind;
  /** What is added up or told apart; only `count` has none. */
  readonly field: string | null;
  readonly filters: readonly Filter[];
}

export interface TrendsInsight {
  readonly kind: 'timeseries';
  readonly series: readonly TrendSeries[];
  /** For all series, beside their own. */
  readonly filters: readonly Filter[];
  readonly breakdown: string | null;
  /** `auto` follows the range. */
  readonly interval: Interval | 'auto';
  readonly chart: ChartType;
  /** Also shows the period before, of the same length. */
  readonly isCompared: boolean;
}

export interface FunnelStep {
  readonly event: string | null;
  readonly filters: readonly Filter[];
}

export interface FunnelInsight {
  readonly kind: 'funnel';
  readonly steps: readonly FunnelStep[];
  readonly filters: readonly Filter[];
  readonly breakdown: string | null;
  /** As on the wire: `30m`, `12h`, `7d`. */
  readonly conversionWindow: string;
}

export interface RetentionInsight {
  readonly kind: 'retention';
  readonly cohortEvent: string | null;
  readonly returnEvent: string | null;
  readonly interval: 'day' | 'week';
  readonly filters: readonly Filter[];
  readonly unit: 'percent' | 'count';
}

export interface PathsInsight {
  readonly kind: 'paths';
  readonly startEvent: string | null;
  readonly endEvent: string | null;
  readonly depth: number;
  readonly filters: readonly Filter[];
}

export interface SqlInsight {
  readonly kind: 'sql';
  readonly sql: string;
}

/** What somebody is asking, while they are still putting it together. A range is not part of it. */
export type Insight = TrendsInsight | FunnelInsight | RetentionInsight | PathsInsight | SqlInsight;
export type InsightOf<K extends InsightKind> = Extract<Insight, { kind: K }>;

export const emptySeries: TrendSeries = { event: null, aggregation: 'count', field: null, filters: [] };
export const emptyStep: FunnelStep = { event: null, filters: [] };

const empty: { readonly [K in InsightKind]: InsightOf<K> } = {
  timeseries: {
    kind: 'timeseries',
    series: [emptySeries],
    filters: [],
    breakdown: null,
    interval: 'auto',
    chart: 'line',
    isCompared: false,
  },
  funnel: { kind: 'funnel', steps: [emptyStep, emptyStep], filters: [], breakdown: null, conversionWindow: '7d' },
  retention: {
    kind: 'retention',
    cohortEvent: null,
    returnEvent: null,
    interval: 'day',
    filters: [],
    unit: 'percent',
  },
  paths: { kind: 'paths', startEvent: null, endEvent: null, depth: 5, filters: [] },
  sql: { kind: 'sql', sql: '' },
};

export function emptyInsight<K extends InsightKind>(kind: K): InsightOf<K> {
  return empty[kind];
}

/** Names of the events that are chosen, in their order, each once. */
export function eventsOf(insight: Insight): readonly string[] {
  const all = ((): readonly (string | null)[] => {
    switch (insight.kind) {
      case 'timeseries':
        return insight.series.map(({ event }) => event);
      case 'funnel':
        return insight.steps.map(({ event }) => event);
      case 'retention':
        return [insight.cohortEvent, insight.returnEvent];
      case 'paths':
        return [insight.startEvent, insight.endEvent];
      case 'sql':
        return [];
    }
  })();
  return [...new Set(all.filter((event) => event !== null))];
}

/**
 * The same interest as another kind of query: events and filters are taken over where they have a place.
 * Filters that are still being written stay behind.
 */
export function asKind<K extends InsightKind>(insight: Insight, kind: K): InsightOf<K> {
  if (insight.kind === kind) return insight as InsightOf<K>;
  const [first = null, second = null, ...more] = eventsOf(insight);
  const filters = 'filters' in insight ? insight.filters.filter(isComplete) : [];
  const breakdown = 'breakdown' in insight ? insight.breakdown : null;
  const taken: { readonly [Kind in InsightKind]: InsightOf<Kind> } = {
    timeseries: { ...empty.timeseries, series: [{ ...emptySeries, event: first }], filters, breakdown },
    funnel: {
      ...empty.funnel,
      steps: [first, second, ...more].slice(0, MAX_STEPS).map((event) => ({ ...emptyStep, event })),
      filters,
      breakdown,
    },
    retention: { ...empty.retention, cohortEvent: first, returnEvent: second ?? first, filters },
    paths: { ...empty.paths, startEvent: first, filters },
    sql: empty.sql,
  };
  return taken[kind];
}
