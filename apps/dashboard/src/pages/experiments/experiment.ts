import type { Wire } from '@lamppost/protocol';

export type Experiment = Wire['ExperimentRow'];
export type ExperimentStatus = Experiment['status'];
export type Unit = Experiment['unit'];
export type MetricType = Experiment['metrics'][number]['metric_type'];

export const unitWords: Readonly<
  Record<Unit, { readonly label: string; readonly many: string; readonly detail: string }>
> = {
  auto: { label: 'Person', many: 'people', detail: 'The user when one is signed in, else the device.' },
  device: { label: 'Device', many: 'devices', detail: 'The same variant before and after signing in.' },
  user: { label: 'User', many: 'users', detail: 'Only people who are signed in take part.' },
};

export const metricTypeWords: Readonly<Record<MetricType, string>> = {
  conversion: 'share who did it at least once',
  count: 'how often',
  sum: 'sum of a property',
  average: 'average of a property',
  p50: 'median of a property',
  p95: '95th percentile of a property',
  p99: '99th percentile of a property',
  ratio: 'ratio of two events',
};

export const needsField = (type: MetricType): boolean => type !== 'conversion' && type !== 'count' && type !== 'ratio';

/** "share who did purchase at least once", "sum of total of purchase" */
export function metricText(metric: {
  readonly event_name: string;
  readonly metric_type: MetricType;
  readonly aggregation_field?: string | null | undefined;
}): string {
  const { event_name: event, metric_type: type, aggregation_field: field } = metric;
  if (type === 'conversion') return `share who did ${event} at least once`;
  if (type === 'count') return `how often ${event} was done`;
  return `${metricTypeWords[type].replace('a property', field ?? 'a property')} of ${event}`;
}
