import { DAY_MS } from '@lamppost/protocol';
import { type TimeBuckets, timeBuckets } from '../../../analytics/time-buckets.ts';
import type { UnitStatisticsParams } from './experiment-statistics.ts';

/** Longer experiments have a point a week. */
const MAX_DAYS = 60;
const MAX_POINTS = 1_000;

/** Undefined: no series is asked for. */
export function statisticsBuckets({ fromMs, toMs, seriesTimezone }: UnitStatisticsParams): TimeBuckets | undefined {
  if (seriesTimezone === undefined) return undefined;
  const interval = toMs - fromMs <= MAX_DAYS * DAY_MS ? 'day' : 'week';
  const buckets = timeBuckets(fromMs, toMs, interval, seriesTimezone, MAX_POINTS);
  if (buckets === undefined) throw new Error('no experiment runs for so many weeks');
  return buckets;
}

/** Until when each point of the series counts; the last until the end of the range. */
export const pointEnds = (buckets: TimeBuckets | undefined, toMs: number): readonly number[] =>
  (buckets?.starts ?? []).map((_, at) => Math.min(buckets?.starts[at + 1] ?? toMs, toMs));

/** Every point of a quantile is a look at all observations before it. */
const MAX_QUANTILE_POINTS = 30;

/** Every so manieth, the last among them. */
export function fewerEnds(ends: readonly number[]): readonly number[] {
  const step = Math.ceil(ends.length / MAX_QUANTILE_POINTS);
  return ends.filter((_, at) => (ends.length - 1 - at) % step === 0);
}
