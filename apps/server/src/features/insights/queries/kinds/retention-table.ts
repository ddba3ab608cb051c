import type { TimeBuckets } from '../../../../analytics/time-buckets.ts';
import { isoOf, percentOf } from '../insight-params.ts';

/** Persons whose cohort is a period, and who came back so many periods later; or how many they are. */
export interface CohortCount {
  readonly period: number;
  /** With `on_or_after` the last time that they came back. */
  readonly later: number;
  readonly persons: number;
}

/** In place of `later` where it is the size of the cohort that was counted. */
export const COHORT_SIZE = -1;

export interface TableOptions {
  readonly periods: TimeBuckets;
  /** What ends later is not over. */
  readonly knownUntilMs: number;
  readonly mode: 'on' | 'on_or_after';
}

/** Every period of the range is a cohort. Periods that are not over are null, and so are shares of an empty cohort. */
export function retentionTable(
  { periods: { starts, endMs }, knownUntilMs, mode }: TableOptions,
  counted: Iterable<CohortCount>,
) {
  const sizes = new Array<number>(starts.length).fill(0);
  const returned = starts.map((_, period) => new Array<number>(starts.length - period).fill(0));
  for (const { period, later, persons } of counted) {
    if (later === COHORT_SIZE) sizes[period] = (sizes[period] ?? 0) + persons;
    else add(returned[period] ?? [], mode === 'on' ? later : 1, later, persons);
  }
  const isOver = starts.map((_, period) => (starts[period + 1] ?? endMs) <= knownUntilMs);
  return {
    cohorts: starts.map((start, period) => {
      const size = sizes[period] ?? 0;
      const counts = returned[period] ?? [];
      return {
        period: isoOf(start),
        size,
        retention: counts.map((count, later) => {
          if (size === 0) return null;
          if (later === 0) return 100;
          return isOver[period + later] === true ? percentOf(count, size) : null;
        }),
      };
    }),
    curve: curveOf(sizes, returned, isOver),
  };
}

function add(counts: number[], from: number, to: number, persons: number): void {
  for (let later = from; later <= to; later++) counts[later] = (counts[later] ?? 0) + persons;
}

/** The mean over the cohorts for which a period is over, each by its size. */
function curveOf(sizes: readonly number[], returned: readonly number[][], isOver: readonly boolean[]) {
  return sizes.map((_, later) => {
    const known = sizes.flatMap((size, period) =>
      later === 0 || isOver[period + later] === true ? [{ size, count: returned[period]?.[later] ?? 0 }] : [],
    );
    const all = known.reduce((sum, { size }) => sum + size, 0);
    if (all === 0) return null;
    if (later === 0) return 100;
    return percentOf(
      known.reduce((sum, { count }) => sum + count, 0),
      all,
    );
  });
}
