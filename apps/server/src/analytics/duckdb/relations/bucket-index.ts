import { type BucketRun, bucketRuns } from '../../bucket-runs.ts';
import type { TimeBuckets } from '../../time-buckets.ts';

/** A column of one byte has so few values that DuckDB counts in an array rather than in a hash table. */
const MAX_TINYINT = 127;

/** The number of the bucket that holds a moment of the range, given in milliseconds (see bucket-runs.ts). */
export const bucketIndexSql = (buckets: TimeBuckets, ms: string): string =>
  `(${choose(bucketRuns(buckets), ms)})::${buckets.starts.length - 1 <= MAX_TINYINT ? 'TINYINT' : 'SMALLINT'}`;

function choose(runs: readonly BucketRun[], ms: string): string {
  const middle = runs.length >> 1;
  const [left, right] = [runs.slice(0, middle), runs.slice(middle)];
  const [run] = right;
  if (run === undefined) throw new RangeError('a range has at least one bucket');
  if (left.length === 0) return numberIn(run, ms);
  return `CASE WHEN ${ms} < ${run.startMs} THEN ${choose(left, ms)} ELSE ${choose(right, ms)} END`;
}

const numberIn = ({ first, startMs, widthMs, length }: BucketRun, ms: string): string =>
  length === 1 ? String(first) : `${first} + (${ms} - ${startMs}) // ${widthMs}`;
