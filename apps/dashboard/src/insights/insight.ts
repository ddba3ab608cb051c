import type { Wire } from '@lamppost/protocol';
import { completeItems, type FilterItem } from '../design/filter-builder/filter-ops.ts';
import type { Display, FeatureKind } from './features/feature-insight.ts';

/** Kinds of queries that Explore asks; see features/feature-insight.ts for the others. */
export type InsightKind = Exclude<Wire['InsightQuery']['kind'], FeatureKind>;
export type Interval = (typeof intervals)[number];
export type AggregationKind = Wire['InsightAggregation']['kind'];
export type ChartType = Extract<Wire['WidgetViz'], { kind: 'timeseries' }>['chartType'];

export const insightKinds = [
  'timeseries',
  'funnel',
  'retention',
  'paths',
  'lifecycle',
  'stickiness',
  'distribution',
  'sql',
] as const satisfies InsightKind[];
export const intervals = [
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'total',
] as const satisfies Wire['TimeseriesQuery']['interval'][];
export const chartTypes = [
  'line',
  'area',
  'bar',
  'stacked_bar',
  'table',
  'single_metric',
] as const satisfies ChartType[];
export const funnelOrders = ['ordered', 'strict', 'any'] as const;
export const funnelViews = ['steps', 'trend', 'times', 'correlation'] as const;
export const retentionIntervals = ['hour', 'day', 'week', 'month'] as const;
export const calendarIntervals = ['day', 'week', 'month'] as const;
export const comparisons = ['none', 'previous_period', 'previous_year'] as const;

export const MAX_SERIES = 10;
export const MAX_FORMULAS = 5;
export const MAX_BREAKDOWNS = 3;
export const LEAST_STEPS = 2;
export const MAX_STEPS = 10;
export const MAX_EXCLUSIONS = 5;
export const MAX_FILTERS = 20;
export const MAX_DEPTH = 6;
export const MAX_EVENTS = 20;
export const MAX_GROUPS = 20;

/** One event, or any of a list. null: not chosen yet; an empty list: any event at all. */
export type EventChoice = string | readonly string[] | null;

/** A line of a trend. What is not chosen yet is null. */
export interface TrendSeries {
  readonly event: EventChoice;
  readonly aggregation: AggregationKind;
  /** What is added up or told apart, where the aggregation takes a field. */
  readonly field: string | null;
  /** Which figure, where the aggregation has several: `average`, `p90`. */
  readonly of: string | null;
  readonly filters: readonly FilterItem[];
  /** The name in the result, if one was set. */
  readonly name: string | null;
}

export interface TrendFormula {
  readonly expression: string;
  readonly name: string | null;
}

export interface TrendsInsight {
  readonly kind: 'timeseries';
  readonly series: readonly TrendSeries[];
  readonly formulas: readonly TrendFormula[];
  /** Beside the formulas. */
  readonly showsSeries: boolean;
  /** For all series, beside their own. */
  readonly filters: readonly FilterItem[];
  readonly breakdowns: readonly string[];
  /** null: as many values as the server shows by itself. */
  readonly breakdownLimit: number | null;
  /** `auto` follows the range. */
  readonly interval: Interval | 'auto';
  readonly chart: ChartType;
  /** A number is how many points an average is moved over. */
  readonly smoothing: 'none' | 'cumulative' | number;
  readonly compare: (typeof comparisons)[number];
  /** What is counted in place of people: what this field names, such as accounts. */
  readonly countBy: string | null;
}

export interface FunnelStep {
  readonly event: EventChoice;
  readonly filters: readonly FilterItem[];
}

/** What must not happen between two steps, which count from 0. */
export interface FunnelExclusion {
  readonly event: EventChoice;
  readonly filters: readonly FilterItem[];
  readonly fromStep: number;
  /** null: the last one. */
  readonly toStep: number | null;
}

export interface FunnelInsight {
  readonly kind: 'funnel';
  readonly steps: readonly FunnelStep[];
  readonly order: (typeof funnelOrders)[number];
  readonly exclusions: readonly FunnelExclusion[];
  readonly holdConstant: string | null;
  readonly filters: readonly FilterItem[];
  readonly breakdown: string | null;
  /** Whose value counts: that of the first step, or of the last one that was reached. */
  readonly attribution: 'first' | 'last';
  /** As on the wire: `30m`, `12h`, `7d`. */
  readonly conversionWindow: string;
  readonly view: (typeof funnelViews)[number];
  /** Of the trend. `auto` follows the range. */
  readonly interval: (typeof retentionIntervals)[number] | 'auto';
  readonly countBy: string | null;
}

export interface RetentionInsight {
  readonly kind: 'retention';
  readonly cohortEvent: EventChoice;
  readonly returnEvent: EventChoice;
  readonly interval: (typeof retentionIntervals)[number];
  readonly mode: 'on' | 'on_or_after';
  readonly start: 'first_in_range' | 'first_time';
  readonly breakdown: string | null;
  readonly filters: readonly FilterItem[];
  readonly unit: 'percent' | 'count';
  readonly countBy: string | null;
}

export interface PathGroup {
  readonly name: string;
  readonly pattern: string;
}

export interface PathsInsight {
  readonly kind: 'paths';
  readonly startEvent: EventChoice;
  readonly endEvent: EventChoice;
  readonly depth: number;
  readonly excluded: readonly string[];
  readonly groups: readonly PathGroup[];
  readonly nodeProperty: string | null;
  /** Events whose names begin with `$`. */
  readonly showsSystem: boolean;
  readonly filters: readonly FilterItem[];
}

export interface LifecycleInsight {
  readonly kind: 'lifecycle';
  readonly event: EventChoice;
  readonly interval: (typeof calendarIntervals)[number];
  readonly filters: readonly FilterItem[];
  readonly countBy: string | null;
}

export interface StickinessInsight {
  readonly kind: 'stickiness';
  readonly event: EventChoice;
  readonly interval: (typeof calendarIntervals)[number];
  readonly filters: readonly FilterItem[];
  readonly countBy: string | null;
}

export interface DistributionInsight {
  readonly kind: 'distribution';
  readonly event: EventChoice;
  readonly field: string | null;
  readonly buckets: number;
  readonly filters: readonly FilterItem[];
}

export interface SqlInsight {
  readonly kind: 'sql';
  readonly sql: string;
  /** In a widget; a table when absent. */
  readonly display?: Display | undefined;
}

/** What somebody is asking, while they are still putting it together. A range is not part of it. */
export type Insight =
  | TrendsInsight
  | FunnelInsight
  | RetentionInsight
  | PathsInsight
  | LifecycleInsight
  | StickinessInsight
  | DistributionInsight
  | SqlInsight;
export type InsightOf<K extends InsightKind> = Extract<Insight, { kind: K }>;

export const emptySeries: TrendSeries = {
  event: null,
  aggregation: 'count',
  field: null,
  of: null,
  filters: [],
  name: null,
};
export const emptyStep: FunnelStep = { event: null, filters: [] };
export const emptyExclusion: FunnelExclusion = { event: null, filters: [], fromStep: 0, toStep: null };

const empty: { readonly [K in InsightKind]: InsightOf<K> } = {
  timeseries: {
    kind: 'timeseries',
    series: [emptySeries],
    formulas: [],
    showsSeries: false,
    filters: [],
    breakdowns: [],
    breakdownLimit: null,
    interval: 'auto',
    chart: 'line',
    smoothing: 'none',
    compare: 'none',
    countBy: null,
  },
  funnel: {
    kind: 'funnel',
    steps: [emptyStep, emptyStep],
    order: 'ordered',
    exclusions: [],
    holdConstant: null,
    filters: [],
    breakdown: null,
    attribution: 'first',
    conversionWindow: '7d',
    view: 'steps',
    interval: 'auto',
    countBy: null,
  },
  retention: {
    kind: 'retention',
    cohortEvent: null,
    returnEvent: null,
    interval: 'day',
    mode: 'on',
    start: 'first_in_range',
    breakdown: null,
    filters: [],
    unit: 'percent',
    countBy: null,
  },
  paths: {
    kind: 'paths',
    startEvent: null,
    endEvent: null,
    depth: 5,
    excluded: [],
    groups: [],
    nodeProperty: null,
    showsSystem: false,
    filters: [],
  },
  lifecycle: { kind: 'lifecycle', event: null, interval: 'day', filters: [], countBy: null },
  stickiness: { kind: 'stickiness', event: null, interval: 'day', filters: [], countBy: null },
  distribution: { kind: 'distribution', event: null, field: null, buckets: 20, filters: [] },
  sql: { kind: 'sql', sql: '' },
};

export function emptyInsight<K extends InsightKind>(kind: K): InsightOf<K> {
  return empty[kind];
}

function choicesOf(insight: Insight): readonly EventChoice[] {
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
    default:
      return [insight.event];
  }
}

/** Names of the events that are chosen, in their order, each once. */
export function eventsOf(insight: Insight): readonly string[] {
  return [...new Set(choicesOf(insight).flatMap(namesOf))];
}

export const namesOf = (event: EventChoice): readonly string[] => (event === null ? [] : [event].flat());

function breakdownsOf(insight: Insight): readonly string[] {
  if (insight.kind === 'timeseries') return insight.breakdowns;
  return 'breakdown' in insight && insight.breakdown !== null ? [insight.breakdown] : [];
}

/** The field that names what is counted; null: people. */
export const countedBy = (insight: Insight): string | null => ('countBy' in insight ? insight.countBy : null);

/**
 * The same interest as another kind of query: events and filters are taken over where they have a place.
 * Filters that are still being written stay behind.
 */
export function asKind<K extends InsightKind>(insight: Insight, kind: K): InsightOf<K> {
  if (insight.kind === kind) return insight as InsightOf<K>;
  const chosen = choicesOf(insight).filter((event) => event !== null);
  const [first = null, second = null, ...more] = chosen.filter((event, at) => chosen.indexOf(event) === at);
  const filters = 'filters' in insight ? completeItems(insight.filters) : [];
  const breakdowns = breakdownsOf(insight);
  const breakdown = breakdowns[0] ?? null;
  const countBy = countedBy(insight);
  const taken: { readonly [Kind in InsightKind]: InsightOf<Kind> } = {
    timeseries: { ...empty.timeseries, series: [{ ...emptySeries, event: first }], filters, breakdowns, countBy },
    funnel: {
      ...empty.funnel,
      steps: [first, second, ...more].slice(0, MAX_STEPS).map((event) => ({ ...emptyStep, event })),
      filters,
      breakdown,
      countBy,
    },
    retention: { ...empty.retention, cohortEvent: first, returnEvent: second ?? first, filters, breakdown, countBy },
    paths: { ...empty.paths, startEvent: namesOf(first).length === 0 ? null : first, filters },
    lifecycle: { ...empty.lifecycle, event: first, filters, countBy },
    stickiness: { ...empty.stickiness, event: first, filters, countBy },
    distribution: { ...empty.distribution, event: first, filters },
    sql: empty.sql,
  };
  return taken[kind];
}
