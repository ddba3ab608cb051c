import { defineQuery } from '../query.ts';
import type { FreshRows, LiveWatch } from './live-events.ts';

/** How far a log has been reported: everything up to this sequence. */
export interface SentUpTo {
  /** The first 32 bits of the log's id. */
  readonly logTag: number;
  readonly sequence: number;
  /**
   * Of a store that is written in attempts: whatever those up to this one wrote, of any log, has been reported too, but for
   * the hidden ones. Where it is known, it says everything: sequences of a log come in no order when several loaders
   * store its records.
   */
  readonly attempt?: number;
  /** Attempts that did not count then; some of them may later. */
  readonly hidden?: readonly number[];
}

/** Up to where is everything stored that is stored? What comes later is new. */
export type StoredUpToParams = Readonly<Record<string, never>>;

/** What has been stored that these watches were not told yet? */
export interface FreshEventsParams {
  readonly watches: readonly (LiveWatch & { readonly after: readonly SentUpTo[] })[];
  /** Of each watch; the others are counted. */
  readonly limit: number;
}

export interface FreshEvents {
  /** Of each watch, in their order. */
  readonly fresh: readonly FreshRows[];
  /** All of them have been reported this much with it. */
  readonly upTo: readonly SentUpTo[];
}

export const storedUpToQuery = defineQuery<StoredUpToParams, readonly SentUpTo[]>('storedUpTo');
export const freshEventsQuery = defineQuery<FreshEventsParams, FreshEvents>('freshEvents');
