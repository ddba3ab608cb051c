import type { TimeBuckets } from './time-buckets.ts';

/** Buckets of one width, one after the other. */
export interface BucketRun {
  readonly first: number;
  readonly startMs: number;
  readonly widthMs: number;
  /** How many they are. */
  readonly length: number;
}

/**
 * Runs of equal buckets. Within one the number of a bucket is found by a division; between runs, which begin where clocks
 * or calendars are uneven, a tree of comparisons chooses.
 */
export function bucketRuns({ starts, endMs }: TimeBuckets): readonly BucketRun[] {
  const widths = starts.map((startMs, at) => (starts[at + 1] ?? endMs) - startMs);
  const firsts = widths.flatMap((width, at) => (width === widths[at - 1] ? [] : [at]));
  return firsts.map((first, at) => ({
    first,
    startMs: starts[first] as number,
    widthMs: widths[first] as number,
    length: (firsts[at + 1] ?? starts.length) - first,
  }));
}
