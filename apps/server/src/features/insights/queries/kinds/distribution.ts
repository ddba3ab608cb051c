import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { defineQuery } from '../../../../analytics/query.ts';
import type { EventSelection } from '../event-selection.ts';
import type { InsightField } from '../insight-field.ts';
import { endsOf, type InsightParams, type InsightResult, type Moment } from '../insight-params.ts';

/** How are the numbers of a field distributed? */
export interface DistributionParams extends InsightParams {
  readonly events: EventSelection;
  readonly field: string;
  /** Bars of the histogram. */
  readonly buckets: number;
}

/** What is known of the numbers; the figures are null when there is none. */
export interface Spread {
  readonly count: number;
  readonly missing: number;
  readonly min: number | null;
  readonly max: number | null;
  readonly average: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
}

export const DISTRIBUTION_SHARES = [0.5, 0.9, 0.99] as const;

/** The field as one that has numbers. */
export function numericField(field: InsightField): Extract<InsightField, { kind: 'json' }> {
  if (field.kind === 'json') return field;
  throw new QueryRejected(
    'query.field',
    'must be a numeric field: event_properties.<path>, event_context.<path> or user.<attribute>',
  );
}

/** Where bars begin, and where the last one ends. Numbers are put into bars by these, so that both say the same. */
export function edgesOf({ buckets }: DistributionParams, { min, max }: Spread): readonly number[] {
  if (min === null || max === null) return [];
  if (min === max) return [min, max];
  const width = max - min;
  // Between the ends of what a double can be, the width is none.
  const at = (share: number): number =>
    Number.isFinite(width) ? min + width * share : min * (1 - share) + max * share;
  return [...Array.from({ length: buckets }, (_, bar) => at(bar / buckets)), max];
}

/** `counts` are those of the bars, by their number. */
export function distributionOf(
  { field }: DistributionParams,
  moment: Moment,
  spread: Spread,
  edges: readonly number[],
  counts: ReadonlyMap<number, number>,
): InsightResult {
  const result = {
    kind: 'distribution' as const,
    field,
    bars: edges.slice(1).map((to, bar) => ({ from: edges[bar] ?? to, to, count: counts.get(bar) ?? 0 })),
    ...spread,
    ...endsOf(moment),
  };
  return { resultJson: JSON.stringify(result) };
}

export const distributionQuery = defineQuery<DistributionParams, InsightResult>('distribution', 'heavy');
