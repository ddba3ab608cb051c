import type { LogRanges } from '../id-index/log-ranges.ts';

/** Which ids a store has. */
export interface KnownIds {
  /** Which records of the logs may hold the id, given as the halves of its hash; undefined when the store does not have it. */
  find(low: number, high: number): LogRanges | undefined;
}
