/** A sealed segment of an edge's log that stands whole in the shared store, and waits to be made into rows. */
export interface ShippedSegment {
  readonly logId: string;
  readonly number: number;
  readonly lines: number;
  readonly bytes: number;
  readonly sealedAtMs: number;
}

/** One of the loaders that share the projects among them: the first is 1. */
export interface LoaderShare {
  readonly loader: number;
  /** How many there are. */
  readonly loaders: number;
}

/** A segment that waits for a loader. */
export interface WaitingSegment extends ShippedSegment {
  /** Whose records are in the store already, from a time when there were more or fewer loaders. */
  readonly loaded: readonly LoaderShare[];
}

/** How far a log is loaded by the first loader, which accounts for what is lost of it. */
export interface LoadedLog {
  readonly logId: string;
  /** The highest segment number that is loaded. */
  readonly upTo: number;
  /** Below it, and not loaded: both ends included. */
  readonly skipped: readonly { readonly first: number; readonly last: number }[];
  /** Where the last segment ended, as the loader wrote it. */
  readonly segmentEnd: unknown;
}

/** Totals of the store, or what an attempt adds to them. */
export type Totals = Readonly<Record<string, number>>;

export interface LoadAttempt extends LoaderShare {
  readonly attempt: number;
  /** By log, then by number. */
  readonly segments: readonly WaitingSegment[];
  /** Of the logs of these segments, as far as they are known. */
  readonly logs: readonly LoadedLog[];
  /** The attempt that was last committed for the same projects; 0 if that was by others, or none was. */
  readonly previous: number;
}

export interface CommittedAttempts {
  /** Rows of attempts up to it count; 0 before the first. */
  readonly newest: number;
  /** The last number that was given to an attempt, whatever became of it. */
  readonly latest: number;
  /** But not rows of these: under way, or given up. */
  readonly hidden: readonly number[];
  readonly counters: Totals;
  /** How many loaders share the projects. */
  readonly loaders: number;
  /** Of each log the first segment that some of them have loaded and others not: from there on rows are missing. */
  readonly partial: readonly { readonly logId: string; readonly number: number }[];
}

interface Backlog {
  readonly segments: number;
  readonly bytes: number;
  readonly oldestSealedAtMs: number | null;
}

export interface WaitingSegments extends Backlog {
  /** What waits for each of the loaders, the first one first. */
  readonly loaders: readonly Backlog[];
}

/**
 * Decides which rows of a shared analytics store count, because that store has no transactions of its own: every row
 * carries the number of the attempt that wrote it, and an attempt counts when it is committed here.
 *
 * Several loaders may load beside each other, each the records of its projects. Every record belongs to one of them.
 *
 * Promises:
 * - a segment is given to attempts of a loader until one is committed with it, and never after that, however often it is
 *   shipped; it waits until every loader has loaded it;
 * - a number is given to one attempt, and each is larger than those before;
 * - of an attempt that was given up nothing counts, also if it is committed later: that rejects with WrongState;
 * - no attempt from before a change of the number of loaders is committed after it.
 */
export interface AttemptStore {
  /** To be called when every line of them is safe in the shared store. */
  ship(segments: readonly ShippedSegment[]): Promise<void>;
  /** Gives up what this loader has under way, and begins with the oldest segments that wait for it, if there are any. */
  begin(loader: number, maxBytes: number): Promise<LoadAttempt | undefined>;
  /** The records of this loader in these segments are loaded; `logs` say how far those are of which it accounts for losses. */
  commit(
    attempt: Pick<LoadAttempt, 'attempt' | 'loader' | 'loaders'>,
    segments: readonly Pick<ShippedSegment, 'logId' | 'number'>[],
    logs: readonly LoadedLog[],
    added: Totals,
  ): Promise<void>;
  committed(): Promise<CommittedAttempts>;
  waiting(): Promise<WaitingSegments>;
  /** Attempts that were given up before this moment, the oldest first: their rows can be removed. */
  givenUp(beforeMs: number): Promise<readonly number[]>;
  /** To be called when no row of it is left, and none can come any more. */
  forget(attempt: number): Promise<void>;
  /** How far every log is loaded. */
  logs(): Promise<readonly LoadedLog[]>;
  /** From now on so many loaders share the projects. Gives up everything that is under way. True when it was another number. */
  setLoaders(loaders: number): Promise<boolean>;
  /** A store that was filled by other means: all attempts up to this one count. Rejects with WrongState where some count already. */
  adopt(newest: number, logs: readonly LoadedLog[], counters: Totals): Promise<void>;
}
