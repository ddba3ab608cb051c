import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import type { Moment } from '../insight-params.ts';
import { bucketAt } from './bucket-window.ts';
import type { LifecyclePoint } from './people-behind.ts';

interface LifecycleCell {
  /** The number of the period. */
  readonly period: number;
  /** Nobody is in a state in a period that has not begun. */
  readonly hasBegun: boolean;
  /** The number of the period whose events it is about: who is dormant did something in the one before. */
  readonly eventsIn: number;
}

/** Where a number of a lifecycle stands among its periods, of which the first is the one before the range. */
export function lifecycleCell(
  periods: TimeBuckets,
  { bucketMs, state }: LifecyclePoint,
  { nowMs }: Moment,
): LifecycleCell {
  const period = 1 + bucketAt({ ...periods, starts: periods.starts.slice(1) }, bucketMs, 'at.bucketIso');
  return { period, hasBegun: bucketMs < nowMs, eventsIn: state === 'dormant' ? period - 1 : period };
}

/** What holds for the periods in which a person was active: `did` says it of one, `first` is the first of them. */
export function lifecycleCondition(
  state: LifecyclePoint['state'],
  period: number,
  did: (period: number) => string,
  first: string,
): string {
  switch (state) {
    case 'new':
      return `${first} = ${period}`;
    case 'returning':
      return `${did(period)} AND ${did(period - 1)}`;
    case 'resurrecting':
      return `${did(period)} AND NOT ${did(period - 1)} AND ${first} < ${period}`;
    case 'dormant':
      return `${did(period - 1)} AND NOT ${did(period)}`;
  }
}
