import { QueryRejected } from '../../../../analytics/analytics-store.ts';
import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import { bucketAt } from './bucket-window.ts';
import type { RetentionPoint } from './people-behind.ts';

/** The numbers of the period of a cohort, and of the one in which it is looked for. */
export function retentionCell(periods: TimeBuckets, { periodMs, index }: RetentionPoint) {
  const period = bucketAt(periods, periodMs, 'at.period');
  const later = period + index;
  if (later < periods.starts.length) return { period, later };
  const most = periods.starts.length - 1 - period;
  throw new QueryRejected('at.index', `must be ${most} at most: the range ends ${most} periods after this one`);
}
