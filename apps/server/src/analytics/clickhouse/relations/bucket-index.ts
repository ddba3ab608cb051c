import { type BucketRun, bucketRuns } from '../../bucket-runs.ts';
import type { TimeBuckets } from '../../time-buckets.ts';

/** The number of the bucket that holds a moment, given in milliseconds (see bucket-runs.ts). */
export const bucketIndexSql = (buckets: TimeBuckets, ms: string): string =>
  `toInt32(${choose(bucketRuns(buckets), ms)})`;

function choose(runs: readonly BucketRun[], ms: string): string {
  const middle = runs.length >> 1;
  const [left, right] = [runs.slice(0, middle), runs.slice(middle)];
  const [run] = right;
  if (run === undefined) throw new RangeError('a range has at least one bucket');
  if (left.length === 0) return `${run.first} + intDiv(${ms} - ${run.startMs}, ${run.widthMs})`;
  return `if(${ms} < ${run.startMs}, ${choose(left, ms)}, ${choose(right, ms)})`;
}
