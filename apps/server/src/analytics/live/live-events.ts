import type { Scope } from '../../edge/scope.ts';
import type { EventFilter } from '../event-filter.ts';

export interface LiveWatch {
  readonly scope: Scope;
  readonly filter: Omit<EventFilter, 'fromMs' | 'toMs'>;
  /** Events that were refused or set apart too. */
  readonly includeFailed: boolean;
}

export interface FreshRows {
  /** Each the finished JSON of an event with its `status`, in the order of the log. */
  readonly rows: readonly string[];
  /** How many more there were. */
  readonly skipped: number;
}

/**
 * Tells what is being stored, as it is stored.
 *
 * Promises, checked by live-events.contract.ts:
 * - a row is told when it can be asked for, once, to every watch that it matches, and to no other;
 * - what is accepted after the watch began is reported, what was stored before is not, and a repeat never is;
 * - a watch goes on when the store is started again, and misses nothing by it;
 * - as long as nobody watches it costs nothing.
 */
export interface LiveEvents {
  /** Resolves, when it has begun, with the function that ends it; rejects with StoreUnavailable. */
  watch(watch: LiveWatch, onFresh: (fresh: FreshRows) => void): Promise<() => void>;
}
