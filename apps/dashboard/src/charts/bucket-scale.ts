import { scaleLinear } from 'd3-scale';
import { valueTicks } from './value-ticks.ts';

export interface BucketScale {
  readonly x: (value: number) => number;
  readonly ticks: readonly number[];
}

interface Edges {
  readonly from: number;
  readonly to: number;
}

/** Where values lie between `left` and `right`: everything that is drawn has room. */
export function bucketScale(
  buckets: readonly Edges[],
  marks: readonly number[],
  scale: 'linear' | 'log',
  left: number,
  right: number,
  maxTicks: number,
): BucketScale {
  return scale === 'log' && buckets.length > 0
    ? evenScale(buckets, marks, left, right, maxTicks)
    : linearScale(buckets, marks, left, right, maxTicks);
}

function linearScale(
  buckets: readonly Edges[],
  marks: readonly number[],
  left: number,
  right: number,
  maxTicks: number,
): BucketScale {
  const min = Math.min(...buckets.map(({ from }) => from), 0);
  const most = Math.max(...buckets.map(({ to }) => to), ...marks);
  const max = Number.isFinite(most) && most > min ? most : min + 1;
  return { x: scaleLinear([min, max], [left, right]), ticks: valueTicks(min, max, maxTicks) };
}

/** Growing buckets are drawn equally wide. A mark behind the last one gets as much room as a bucket. */
function evenScale(
  buckets: readonly Edges[],
  marks: readonly number[],
  left: number,
  right: number,
  maxTicks: number,
): BucketScale {
  const edges = [...buckets.map(({ from }) => from), buckets.at(-1)?.to ?? 0];
  const furthest = Math.max(...marks, Number.NEGATIVE_INFINITY);
  if (furthest > (edges.at(-1) ?? 0)) edges.push(furthest);
  const step = (right - left) / Math.max(1, edges.length - 1);
  const x = scaleLinear(
    edges,
    edges.map((_, at) => left + at * step),
  ).clamp(true);
  const every = Math.max(1, Math.ceil(buckets.length / Math.max(1, maxTicks)));
  return { x, ticks: edges.slice(0, buckets.length).filter((_, at) => at % every === 0) };
}
