import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import type { Moment } from '../insight-params.ts';
import { bucketAt } from './bucket-window.ts';
import type { RetentionPoint } from './people-behind.ts';

/** The numbers of the periods of the first and the last cohort that are meant. */
export function retentionCell(
  { starts, endMs }: TimeBuckets,
  { periodMs, index }: RetentionPoint,
  { toMs, nowMs }: Moment,
): { readonly first: number; readonly last: number } {
  if (periodMs === undefined) {
    const over = starts.filter((_, period) => (starts[period + 1] ?? endMs) <= Math.min(toMs, nowMs)).length;
    return { first: 0, last: index === 0 ? starts.length - 1 : over - 1 - index };
  }
  const period = bucketAt({ starts, endMs }, periodMs, 'at.period');
  if (period + index < starts.length) return { first: period, last: period };
  const most = starts.length - 1 - period;
  throw new QueryRejected('at.index', `must be ${most} at most: the range ends ${most} periods after this one`);
}
