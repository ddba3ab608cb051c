import { defineQuery } from '../query.ts';
import type { FreshRows, LiveWatch } from './live-events.ts';

/** How far a log has been told: everything up to this sequence. */
export interface ToldUpTo {
  /** The first 32 bits of the log's id. */
  readonly logTag: number;
  readonly sequence: number;
}

/** Up to where is everything stored that is stored? What comes later is new. */
export type StoredUpToQuestion = Readonly<Record<string, never>>;

/** What has been stored that these watches were not told yet? */
export interface FreshEventsQuestion {
  readonly watches: readonly (LiveWatch & { readonly after: readonly ToldUpTo[] })[];
  /** Of each watch; the others are counted. */
  readonly limit: number;
}

export interface FreshEvents {
  /** Of each watch, in their order. */
  readonly fresh: readonly FreshRows[];
  /** All of them have been told this much with it. */
  readonly upTo: readonly ToldUpTo[];
}

export const storedUpToQuery = defineQuery<StoredUpToQuestion, readonly ToldUpTo[]>('storedUpTo');
export const freshEventsQuery = defineQuery<FreshEventsQuestion, FreshEvents>('freshEvents');
