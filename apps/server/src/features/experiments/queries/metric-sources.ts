import { needsValue } from './computed-metrics.ts';
import type { MetricQuery } from './experiment-statistics.ts';

/** Which events several metrics read, and which columns tell them apart. */
export interface MetricSources {
  readonly events: readonly string[];
  /** `source`, the place of the event's name, and a column for each property that is read. */
  readonly columns: Readonly<Record<string, string>>;
  /** The names of the latter. */
  readonly values: readonly string[];
  /** Whether a row is of the metric's event. */
  isOf(metric: MetricQuery): string;
  /** The column of the metric's property. */
  columnOf(metric: MetricQuery): string;
}

/** What an engine says of an event, which has one of `names`. */
export interface EventSql {
  /** The place of its name. */
  source(names: readonly string[]): string;
  hasName(name: string, place: number): string;
  numberIn(field: string): string;
}

export function metricSources(metrics: readonly MetricQuery[], { source, hasName, numberIn }: EventSql): MetricSources {
  const events = [...new Set(metrics.map(({ eventName }) => eventName))];
  const keyOf = ({ eventName, aggregationField }: MetricQuery): string => JSON.stringify([eventName, aggregationField]);
  const read = new Map(metrics.filter(needsValue).map((metric) => [keyOf(metric), metric]));
  const keys = [...read.keys()];
  const columns: Record<string, string> = { source: source(events) };
  for (const [at, { eventName, aggregationField }] of [...read.values()].entries()) {
    columns[`v${at}`] =
      `CASE WHEN ${hasName(eventName, events.indexOf(eventName))} THEN ${numberIn(aggregationField ?? '')} END`;
  }
  return {
    events,
    columns,
    values: keys.map((_, at) => `v${at}`),
    isOf: ({ eventName }) => `source = ${events.indexOf(eventName)}`,
    columnOf: (metric) => `v${keys.indexOf(keyOf(metric))}`,
  };
}
