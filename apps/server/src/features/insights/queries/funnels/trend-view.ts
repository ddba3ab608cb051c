import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import { type TimeBuckets, timeBuckets } from '../../../../analytics/time-buckets.ts';
import { endsOf, isoOf, type Moment, percentOf } from '../insight-params.ts';
import type { EachAttempt } from './each-attempt.ts';
import type { FunnelParams, FunnelView } from './funnel-definition.ts';

/** More would be more than a chart can show. */
const MAX_POINTS = 5_000;

type TrendView = Extract<FunnelView, { kind: 'trend' }>;

export function trendBuckets(
  { timezone }: FunnelParams,
  { interval }: TrendView,
  { fromMs, toMs }: Moment,
): TimeBuckets {
  const buckets = timeBuckets(fromMs, toMs, interval, timezone, MAX_POINTS);
  if (buckets !== undefined) return buckets;
  const message = `would return more than ${MAX_POINTS} points. Choose a longer interval or a shorter range.`;
  throw new QueryRejected('query.interval', message);
}

/** Each person counts once, in the bucket in which the attempt that got furthest began. */
export async function trendView(params: FunnelParams, view: TrendView, moment: Moment, eachAttempt: EachAttempt) {
  const { steps, conversionWindow } = params;
  const { interval } = view;
  const { starts } = trendBuckets(params, view, moment);
  const entered = new Float64Array(starts.length);
  const converted = new Float64Array(starts.length);
  await eachAttempt(({ times }) => {
    const bucket = bucketOf(starts, moment.fromMs + (times[0] ?? 0));
    entered[bucket] = (entered[bucket] ?? 0) + 1;
    if (times.length === steps.length) converted[bucket] = (converted[bucket] ?? 0) + 1;
  });
  const points = starts.map((start, bucket) => {
    const [began = 0, ended = 0] = [entered[bucket], converted[bucket]];
    return { bucketIso: isoOf(start), entered: began, converted: ended, percentage: percentOf(ended, began) };
  });
  return { kind: 'funnel' as const, view: 'trend' as const, interval, points, conversionWindow, ...endsOf(moment) };
}

/** The last that starts at or before the moment. */
function bucketOf(starts: readonly number[], atMs: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= atMs) low = middle;
    else high = middle - 1;
  }
  return low;
}
