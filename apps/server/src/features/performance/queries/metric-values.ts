import { NONE, OTHER, valueName } from '../../insights/queries/insight-params.ts';
import type { Percentiles } from './performance.ts';

export interface MetricKey {
  readonly metricType: string;
  readonly metricName: string;
}

export const keyOf = ({ metricType, metricName }: MetricKey): string => `${metricType}\n${metricName}`;

/** In place of a number: whatever the value. */
export const ALL = -1;

/** Values of a breakdown that are shown by themselves, in their order. A row says its value by its number. */
export class ShownNames {
  readonly names: readonly string[];

  constructor(names: readonly string[]) {
    this.names = names;
  }

  /** The number of values that are not shown by themselves. */
  get rest(): number {
    return this.names.length;
  }

  /** The number of no value. */
  get missing(): number {
    return this.names.length + 1;
  }

  nameOf(place: number): string {
    const value = this.names[place];
    if (value !== undefined) return valueName(value);
    return place === this.missing ? NONE : OTHER;
  }
}

/** Of a list in the order of `percentiles`. */
export function percentilesOf(list: unknown): Percentiles {
  const values = (list as { readonly items?: readonly unknown[] } | readonly unknown[] | null) ?? [];
  const items = 'items' in values ? (values.items ?? []) : (values as readonly unknown[]);
  const [p50, p75, p90, p95, p99] = items.map(Number);
  return { p50: p50 ?? 0, p75: p75 ?? 0, p90: p90 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 };
}
