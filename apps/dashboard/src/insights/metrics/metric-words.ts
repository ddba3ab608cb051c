import type { BuiltInMetricName, Wire } from '@lamppost/protocol';

export type MetricType = Wire['ExperimentMetric']['metric_type'];

export const metricTypeWords: Readonly<Record<MetricType, string>> = {
  conversion: 'Conversion',
  count: 'Count',
  sum: 'Sum',
  average: 'Average',
  p50: 'Median (p50)',
  p95: '95th percentile (p95)',
  p99: '99th percentile (p99)',
  ratio: 'Ratio',
};

/** What a type of metric means for one unit, in a sentence. */
export const metricTypeDetails: Readonly<Record<MetricType, string>> = {
  conversion: 'Share of users who did it at least once',
  count: 'Number of events per unit',
  sum: 'Sum of a property per unit',
  average: 'Average of a property per unit',
  p50: 'Half of the values are below',
  p95: '95 % of values are below',
  p99: '99 % of values are below',
  ratio: 'One total divided by another',
};

/** Metrics that need no events of the app's own. */
export const builtInMetricWords: Readonly<
  Record<
    BuiltInMetricName,
    {
      readonly label: string;
      readonly detail: string;
      readonly types: readonly MetricType[];
      readonly direction: 'increase' | 'decrease';
    }
  >
> = {
  $crash_free_sessions: {
    label: 'Crash-free sessions',
    detail: 'Sessions without a crash',
    types: ['ratio'],
    direction: 'increase',
  },
  $anr_rate: {
    label: 'ANR rate',
    detail: 'App-not-responding reports per session',
    types: ['ratio'],
    direction: 'decrease',
  },
  $startup: {
    label: 'Startup time',
    detail: 'Cold start time',
    types: ['p95', 'p50', 'p99'],
    direction: 'decrease',
  },
};

export const builtInMetricOf = (eventName: string | null) =>
  eventName !== null && Object.hasOwn(builtInMetricWords, eventName)
    ? builtInMetricWords[eventName as BuiltInMetricName]
    : undefined;

export const needsField = (type: MetricType): boolean => type !== 'conversion' && type !== 'count' && type !== 'ratio';

export interface MetricFacts {
  readonly event_name: string;
  readonly metric_type: MetricType;
  readonly name?: string | null | undefined;
  readonly aggregation_field?: string | null | undefined;
  readonly denominator_event?: string | null | undefined;
  readonly denominator_field?: string | null | undefined;
}

/** What is measured: "Conversion: purchase", "Sum of total: purchase", "purchase (total) / session_start". */
export function metricText(metric: MetricFacts): string {
  const { event_name: event, metric_type: type, aggregation_field: field } = metric;
  const builtIn = builtInMetricOf(event);
  if (builtIn !== undefined) return type === 'ratio' ? builtIn.label : `${builtIn.label}, ${type}`;
  if (type === 'conversion' || type === 'count') return `${metricTypeWords[type]}: ${event}`;
  if (type === 'ratio') {
    const below = metric.denominator_event ?? '?';
    return `${ofField(event, field)} / ${ofField(below, metric.denominator_field)}`;
  }
  return `${shortTypes[type] ?? metricTypeWords[type]} of ${field ?? 'a property'}: ${event}`;
}

const shortTypes: Partial<Record<MetricType, string>> = { p50: 'Median', p95: 'p95', p99: 'p99' };

const ofField = (event: string, field: string | null | undefined): string =>
  field === null || field === undefined || field === '' ? event : `${event} (${field})`;

/** Its own name where it has one. */
export const metricName = (metric: MetricFacts): string => metric.name ?? metricText(metric);
