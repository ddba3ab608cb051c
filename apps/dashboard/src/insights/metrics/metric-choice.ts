import type { Suggest } from '../../design/inputs/suggestion.ts';
import { builtInMetricOf, builtInMetricWords, type MetricType, needsField } from './metric-words.ts';

/** What a metric is made of, while it is being put together. */
export interface MetricSource {
  readonly event: string | null;
  readonly type: MetricType;
  readonly field: string;
  /** Which way is good. */
  readonly direction: 'increase' | 'decrease';
  readonly denominatorEvent: string | null;
  readonly denominatorField: string;
}

/** Events, with the metrics that need none before them. */
export const withBuiltIns =
  (suggestEvents: Suggest): Suggest =>
  async (text, signal) => {
    const typed = text.trim().toLowerCase();
    const builtIns = Object.entries(builtInMetricWords)
      .map(([value, { label, detail }]) => ({ value, label, detail }))
      .filter(({ value, label }) => `${value} ${label}`.toLowerCase().includes(typed));
    const events = await suggestEvents(text, signal);
    return [...builtIns, ...events.filter(({ value }) => builtInMetricOf(value) === undefined)];
  };

/** What follows from another event: a built-in metric says how it is measured and which way is good. */
export function chooseEvent(metric: MetricSource, event: string): Partial<MetricSource> {
  const builtIn = builtInMetricOf(event);
  if (builtIn !== undefined) return { event, type: builtIn.types[0] ?? 'ratio', direction: builtIn.direction };
  const wasBuiltIn = builtInMetricOf(metric.event) !== undefined;
  return wasBuiltIn ? { event, type: 'conversion', direction: 'increase' } : { event };
}

export const typesOf = (event: string | null): readonly MetricType[] =>
  builtInMetricOf(event)?.types ?? ['conversion', 'count', 'sum', 'average', 'p50', 'p95', 'p99', 'ratio'];

/** A property is named: not of built-in metrics, which know what they measure. */
export const hasField = ({ event, type }: Pick<MetricSource, 'event' | 'type'>): boolean =>
  needsField(type) && builtInMetricOf(event) === undefined;

/** A ratio of two events; a built-in one knows its denominator. */
export const isPlainRatio = ({ event, type }: Pick<MetricSource, 'event' | 'type'>): boolean =>
  type === 'ratio' && builtInMetricOf(event) === undefined;

/** What is missing, by the name of the field on the wire. */
export function sourceProblems(metric: MetricSource): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  if ((metric.event ?? '') === '') problems.event_name = 'Select an event';
  if (hasField(metric) && metric.field.trim() === '') problems.aggregation_field = 'Select a property';
  if (isPlainRatio(metric) && (metric.denominatorEvent ?? '') === '') {
    problems.denominator_event = 'Select the denominator event';
  }
  return problems;
}

/** The fields of the wire that say what is measured. */
export function sourceBody(metric: MetricSource) {
  const isRatio = isPlainRatio(metric);
  return {
    event_name: metric.event ?? '',
    metric_type: metric.type,
    aggregation_field: hasField(metric) || isRatio ? textOrNull(metric.field) : null,
    direction: metric.direction,
    denominator_event: isRatio ? metric.denominatorEvent : null,
    denominator_field: isRatio ? textOrNull(metric.denominatorField) : null,
  };
}

export const textOrNull = (value: string): string | null => (value.trim() === '' ? null : value.trim());
