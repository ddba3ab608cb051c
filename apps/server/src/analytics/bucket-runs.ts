import type { TimeBuckets } from './time-buckets.ts';

/** Buckets of one width, one after the other. */
export interface BucketRun {
  readonly first: number;
  readonly startMs: number;
  readonly widthMs: number;
}

/**
 * Runs of equal buckets. Within one the number of a bucket is found by a division; between runs, which begin where clocks
 * or calendars are uneven, a tree of comparisons chooses.
 */
export function bucketRuns({ starts, endMs }: TimeBuckets): readonly BucketRun[] {
  const runs: BucketRun[] = [];
  starts.forEach((startMs, first) => {
    const widthMs = (starts[first + 1] ?? endMs) - startMs;
    if (runs.at(-1)?.widthMs !== widthMs) runs.push({ first, startMs, widthMs });
  });
  return runs;
}
