import type { TimeBuckets } from '../../time-buckets.ts';

/** Buckets of one width, one after the other. */
interface Run {
  readonly first: number;
  readonly startMs: number;
  readonly widthMs: number;
}

/**
 * The number of the bucket that holds a moment, given in milliseconds. Within a run of equal buckets it is divided;
 * between runs, which begin where clocks or calendars are uneven, a tree of comparisons chooses.
 */
export function bucketIndexSql(buckets: TimeBuckets, ms: string): string {
  return `(${choose(runsOf(buckets), ms)})::SMALLINT`;
}

function runsOf({ starts, endMs }: TimeBuckets): readonly Run[] {
  const runs: Run[] = [];
  starts.forEach((startMs, first) => {
    const widthMs = (starts[first + 1] ?? endMs) - startMs;
    if (runs.at(-1)?.widthMs !== widthMs) runs.push({ first, startMs, widthMs });
  });
  return runs;
}

function choose(runs: readonly Run[], ms: string): string {
  const middle = runs.length >> 1;
  const [left, right] = [runs.slice(0, middle), runs.slice(middle)];
  const [run] = right;
  if (run === undefined) throw new RangeError('a range has at least one bucket');
  if (left.length === 0) return `${run.first} + (${ms} - ${run.startMs}) // ${run.widthMs}`;
  return `CASE WHEN ${ms} < ${run.startMs} THEN ${choose(left, ms)} ELSE ${choose(right, ms)} END`;
}
