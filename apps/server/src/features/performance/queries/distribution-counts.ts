import { percentilesOf, type ShownNames } from './metric-values.ts';
import type { Distribution } from './performance.ts';

type Rows = readonly (readonly unknown[])[];

/** How many values lie in each bucket, by place: of rows `(place, bucket, count)`. */
export function countsByPlace(rows: Rows, edges: readonly number[]): ReadonlyMap<number, readonly number[]> {
  const counts = new Map<number, number[]>();
  for (const [place, bucket, count] of rows) {
    const ofPlace = counts.get(Number(place)) ?? edges.map(() => 0);
    ofPlace[Number(bucket)] = Number(count);
    counts.set(Number(place), ofPlace);
  }
  return counts;
}

/** Of rows `(place, count, shares)` in the order of places. */
export const distributionValues = (
  rows: Rows,
  counts: ReadonlyMap<number, readonly number[]>,
  edges: readonly number[],
  shown: ShownNames,
): Distribution['values'] =>
  rows.map(([place, count, shares]) => ({
    value: shown.nameOf(Number(place)),
    count: Number(count),
    percentiles: percentilesOf(shares),
    counts: edges.map((_, at) => counts.get(Number(place))?.[at] ?? 0),
  }));

/** The bucket of `x` by halving: exact at the edges, which a computed number of a bucket would not be. SQL of any engine. */
export function bucketOf(edges: readonly number[], asDouble: (edge: number) => string, first = 0): string {
  if (edges.length <= 1) return String(first);
  const middle = edges.length >> 1;
  const [left, right] = [edges.slice(0, middle), edges.slice(middle)];
  return `CASE WHEN x < ${asDouble(right[0] ?? 0)} THEN ${bucketOf(left, asDouble, first)} ELSE ${bucketOf(right, asDouble, first + middle)} END`;
}
