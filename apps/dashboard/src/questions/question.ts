import type { Wire } from '@lamppost/protocol';
import { type Filter, isComplete } from '../design/filter-builder/filter-ops.ts';

export type QuestionKind = Wire['InsightQuery']['kind'];
export type Interval = Wire['TimeseriesQuery']['interval'];
export type AggregationKind = Wire['InsightAggregation']['kind'];
export type ChartType = Extract<Wire['WidgetViz'], { kind: 'timeseries' }>['chartType'];

export const questionKinds = ['timeseries', 'funnel', 'retention', 'paths', 'sql'] as const satisfies QuestionKind[];
export const intervals = ['minute', 'hour', 'day', 'week', 'month'] as const satisfies Interval[];
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

export interface TrendsQuestion {
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

export interface FunnelQuestion {
  readonly kind: 'funnel';
  readonly steps: readonly FunnelStep[];
  readonly filters: readonly Filter[];
  readonly breakdown: string | null;
  /** As on the wire: `30m`, `12h`, `7d`. */
  readonly conversionWindow: string;
}

export interface RetentionQuestion {
  readonly kind: 'retention';
  readonly cohortEvent: string | null;
  readonly returnEvent: string | null;
  readonly interval: 'day' | 'week';
  readonly filters: readonly Filter[];
  readonly unit: 'percent' | 'count';
}

export interface PathsQuestion {
  readonly kind: 'paths';
  readonly startEvent: string | null;
  readonly endEvent: string | null;
  readonly depth: number;
  readonly filters: readonly Filter[];
}

export interface SqlQuestion {
  readonly kind: 'sql';
  readonly sql: string;
}

/** What somebody is asking, while they are still putting it together. A range is not part of it. */
export type Question = TrendsQuestion | FunnelQuestion | RetentionQuestion | PathsQuestion | SqlQuestion;
export type QuestionOf<K extends QuestionKind> = Extract<Question, { kind: K }>;

export const emptySeries: TrendSeries = { event: null, aggregation: 'count', field: null, filters: [] };
export const emptyStep: FunnelStep = { event: null, filters: [] };

const empty: { readonly [K in QuestionKind]: QuestionOf<K> } = {
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

export function emptyQuestion<K extends QuestionKind>(kind: K): QuestionOf<K> {
  return empty[kind];
}

/** Names of the events that are chosen, in their order, each once. */
export function eventsOf(question: Question): readonly string[] {
  const all = ((): readonly (string | null)[] => {
    switch (question.kind) {
      case 'timeseries':
        return question.series.map(({ event }) => event);
      case 'funnel':
        return question.steps.map(({ event }) => event);
      case 'retention':
        return [question.cohortEvent, question.returnEvent];
      case 'paths':
        return [question.startEvent, question.endEvent];
      case 'sql':
        return [];
    }
  })();
  return [...new Set(all.filter((event) => event !== null))];
}

/**
 * The same interest as another kind of question: events and filters are taken over where they have a place.
 * Filters that are still being written stay behind.
 */
export function asKind<K extends QuestionKind>(question: Question, kind: K): QuestionOf<K> {
  if (question.kind === kind) return question as QuestionOf<K>;
  const [first = null, second = null, ...more] = eventsOf(question);
  const filters = 'filters' in question ? question.filters.filter(isComplete) : [];
  const breakdown = 'breakdown' in question ? question.breakdown : null;
  const taken: { readonly [Kind in QuestionKind]: QuestionOf<Kind> } = {
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
