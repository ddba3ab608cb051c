import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import { isoOf, type Moment } from '../insight-params.ts';

/** The number of the bucket that begins at a moment; `at` names the member that asks for it. */
export function bucketAt({ starts }: TimeBuckets, startMs: number, at: string): number {
  const found = starts.indexOf(startMs);
  if (found !== -1) return found;
  const ends = `from ${isoOf(starts[0] ?? 0)} to ${isoOf(starts.at(-1) ?? 0)}`;
  throw new QueryRejected(at, `is no point of the query, whose points begin ${ends}`);
}

/** What of the range lies in that bucket; all of it when none is asked for. */
export function bucketWindow(
  buckets: TimeBuckets,
  { fromMs, toMs }: Moment,
  startMs: number | undefined,
  at: string,
): Pick<Moment, 'fromMs' | 'toMs'> {
  if (startMs === undefined) return { fromMs, toMs };
  const nextMs = buckets.starts[bucketAt(buckets, startMs, at) + 1] ?? buckets.endMs;
  return { fromMs: Math.max(fromMs, startMs), toMs: Math.min(toMs, nextMs) };
}
