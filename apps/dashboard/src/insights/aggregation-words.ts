import type { AggregationKind } from './insight.ts';

export interface AggregationWords {
  readonly kind: AggregationKind;
  /** On the pill, followed by the field where there is one: "Average of price". */
  readonly label: string;
  /** In the middle of a sentence. */
  readonly phrase: string;
  /** Only numbers can be added up; any field has different values. */
  readonly takes: 'nothing' | 'any field' | 'numbers';
}

export const aggregationWords: readonly AggregationWords[] = [
  { kind: 'count', label: 'Number of', phrase: 'number of', takes: 'nothing' },
  { kind: 'count_distinct', label: 'Unique values of', phrase: 'unique values of', takes: 'any field' },
  { kind: 'sum', label: 'Sum of', phrase: 'sum of', takes: 'numbers' },
  { kind: 'average', label: 'Average of', phrase: 'average of', takes: 'numbers' },
  { kind: 'min', label: 'Minimum', phrase: 'smallest', takes: 'numbers' },
  { kind: 'max', label: 'Maximum', phrase: 'largest', takes: 'numbers' },
  { kind: 'p50', label: 'Median of', phrase: 'median of', takes: 'numbers' },
  { kind: 'p90', label: '90th percentile of', phrase: '90th percentile of', takes: 'numbers' },
  { kind: 'p95', label: '95th percentile of', phrase: '95th percentile of', takes: 'numbers' },
  { kind: 'p99', label: '99th percentile of', phrase: '99th percentile of', takes: 'numbers' },
];

export function wordsOfAggregation(kind: AggregationKind): AggregationWords {
  const found = aggregationWords.find((words) => words.kind === kind);
  if (found === undefined) throw new Error(`There is no aggregation "${kind}".`);
  return found;
}

/** Buckets of these may be added up to the value of the range; those of averages and percentiles may not. */
export const isAdditive = (kind: AggregationKind): boolean => kind === 'count' || kind === 'sum';
