/** A sealed segment of an edge's log that stands whole in the shared store, and waits to be made into rows. */
export interface ShippedSegment {
  readonly logId: string;
  readonly number: number;
  readonly lines: number;
  readonly bytes: number;
  readonly sealedAtMs: number;
}

/** How far a log is loaded. */
export interface LoadedLog {
  readonly logId: string;
  /** The highest segment number that is loaded. */
  readonly upTo: number;
  /** Below it, and not loaded: both ends included. */
  readonly skipped: readonly { readonly first: number; readonly last: number }[];
  /** Where the last segment ended, as the loader wrote it. */
  readonly segmentEnd: unknown;
}

/** Running totals of the store. */
export type Totals = Readonly<Record<string, number>>;

export interface LoadAttempt {
  readonly attempt: number;
  /** By log, then by number. */
  readonly segments: readonly ShippedSegment[];
  /** Of the logs of these segments, as far as they are known. */
  readonly logs: readonly LoadedLog[];
  readonly counters: Totals;
}

export interface CommittedAttempts {
  /** Rows of attempts up to it count; 0 before the first. */
  readonly newest: number;
  /** The last number that was given to an attempt, whatever became of it. */
  readonly latest: number;
  /** But not rows of these: under way, or given up. */
  readonly hidden: readonly number[];
  readonly counters: Totals;
}

export interface WaitingSegments {
  readonly segments: number;
  readonly bytes: number;
  readonly oldestSealedAtMs: number | null;
}

/**
 * Decides which rows of a shared analytics store count, because that store has no transactions of its own: every row
 * carries the number of the attempt that wrote it, and an attempt counts when it is committed here.
 *
 * Promises:
 * - a segment is given to an attempt until one is committed with it, and never after that, however often it is shipped;
 * - a number is given to one attempt, and each is larger than those before;
 * - of an attempt that was given up nothing counts, also if it is committed later: that rejects with WrongState.
 */
export interface AttemptStore {
  /** To be called when every line of them is safe in the shared store. */
  ship(segments: readonly ShippedSegment[]): Promise<void>;
  /** Gives up what is under way, and begins with the oldest segments that wait; undefined when none does. */
  begin(maxBytes: number): Promise<LoadAttempt | undefined>;
  /** Its segments are loaded, all logs up to these positions; the counters are those of the whole store. */
  commit(
    attempt: number,
    segments: readonly Pick<ShippedSegment, 'logId' | 'number'>[],
    logs: readonly LoadedLog[],
    counters: Totals,
  ): Promise<void>;
  committed(): Promise<CommittedAttempts>;
  waiting(): Promise<WaitingSegments>;
  /** Attempts that were given up before this moment, the oldest first: their rows can be removed. */
  givenUp(beforeMs: number): Promise<readonly number[]>;
  /** To be called when no row of it is left, and none can come any more. */
  forget(attempt: number): Promise<void>;
  /** How far every log is loaded. */
  logs(): Promise<readonly LoadedLog[]>;
  /** A store that was filled by other means: all attempts up to this one count. Rejects with WrongState where some count already. */
  adopt(newest: number, logs: readonly LoadedLog[], counters: Totals): Promise<void>;
}
