import { eventNames, type Wire } from '@lamppost/protocol';
import { knownMetric, knownMetrics } from '../../performance/well-known-thresholds.ts';
import type { AlertDefinition, WatchedQuery } from './alert-definition.ts';

export type MeasuredUnit = 'percent' | 'count' | 'ms' | 'mb' | 'score' | 'number';

/** What kind of number a query watches. */
export interface Measured {
  /** In words. */
  readonly label: string;
  readonly unit: MeasuredUnit;
  /** Within an interval it only grows, so what is above a threshold stays above it. */
  readonly isGrowing: boolean;
  /** How it scatters, see usualRange. */
  readonly noise: 'count' | 'relative' | 'absolute';
}

type Trend = Extract<WatchedQuery, { kind: 'timeseries' }>;
type Series = NonNullable<Trend['series']>[number];

const counted = { unit: 'count', isGrowing: true, noise: 'count' } as const;
const share = { unit: 'percent', isGrowing: false, noise: 'absolute' } as const;
const other = { unit: 'number', isGrowing: false, noise: 'relative' } as const;

/** Aggregations that count things, and what they count. */
const counts: Readonly<Record<string, (what: string) => string>> = {
  count: (what) => what,
  persons: (what) => `Users with ${what}`,
  sessions: (what) => `Sessions with ${what}`,
  first_time: (what) => `First-time users of ${what}`,
};

export function measuredBy({ query, step }: Pick<AlertDefinition, 'query' | 'step'>): Measured {
  switch (query.kind) {
    case 'timeseries':
      return measuredByTrend(query);
    case 'funnel': {
      const last = step ?? query.steps.length - 1;
      return { label: `Conversion from ${stepName(query.steps[0])} to ${stepName(query.steps[last])}`, ...share };
    }
    case 'crash_free':
      return { label: `Crash-free ${query.of}${place(query)}`, ...share };
    case 'crashes':
      return { label: `Crashes${place(query)}`, ...counted };
    case 'performance': {
      const { metricName = '', metricType } = query;
      const unit = unitOf(metricType, metricName);
      return { label: `${query.of} of ${metricName}${place(query)}`, ...other, unit };
    }
  }
}

/** Without its type, only a metric that is known by its name has a unit. */
const unitOf = (metricType: string | undefined, metricName: string): MeasuredUnit =>
  metricType === undefined
    ? (knownMetrics.find((known) => known.metricName === metricName)?.unit ?? 'number')
    : knownMetric(metricType, metricName).unit;

/** The one series of a trend without formulas. */
export function soleSeries({ event = null, aggregation, series }: Trend): Series {
  return series?.[0] ?? { event, ...(aggregation === undefined ? {} : { aggregation }) };
}

function measuredByTrend(query: Trend): Measured {
  const [formula] = query.formulas ?? [];
  if (formula !== undefined) return { label: formula.name ?? formula.expression, ...other };
  const { event, aggregation = { kind: 'count' }, name, filters = [] } = soleSeries(query);
  const isFiltered = filters.length + query.filters.length > 0;
  const what = `${eventName(event)}${isFiltered ? ' (filtered)' : ''}`;
  const label = name ?? `${aggregated(aggregation, what)}${smoothed(query)}`;
  const isCounted = aggregation.kind in counts || aggregation.kind === 'count_distinct';
  if (!isCounted) return { label, ...other };
  return query.movingAverage === undefined ? { label, ...counted } : { label, ...other, unit: 'count' };
}

const smoothed = ({ movingAverage }: Trend): string =>
  movingAverage === undefined ? '' : `, average of ${movingAverage} intervals`;

function aggregated(aggregation: Wire['InsightAggregation'], what: string): string {
  const count = counts[aggregation.kind];
  if (count !== undefined) return count(what);
  if (aggregation.kind === 'per_person') return `${what} per user, ${aggregation.of}`;
  if (aggregation.kind === 'session_duration') return `Session duration with ${what}, ${aggregation.of}`;
  if (!('field' in aggregation)) return what;
  const field = String(aggregation.field).replace(/^(?:event_properties|user_properties)\./, '');
  const of = aggregation.kind === 'count_distinct' ? 'Different values' : capital(aggregation.kind);
  return `${of} of ${field} of ${what}`;
}

const capital = (word: string): string => (/^p\d/.test(word) ? word : word[0]?.toUpperCase() + word.slice(1));

function stepName(step: Wire['InsightStep'] | undefined): string {
  if (step === undefined) return '';
  return typeof step === 'string' ? step : eventName(step.event);
}

const eventName = (event: Wire['InsightEvent']): string => eventNames(event)?.join(' or ') ?? 'any event';

const place = ({ platform, appVersion }: { platform?: string | undefined; appVersion?: string | undefined }): string =>
  [platform, appVersion]
    .filter((part) => part !== undefined)
    .map((part) => `, ${part}`)
    .join('');
