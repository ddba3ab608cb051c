import type { LogTotals } from '../log-totals.ts';
import type { Damage } from '../segment-reading.ts';

/** Where something failed; each is worth a counter of its own. */
export type LogStep =
  | 'prepare'
  | 'write'
  | 'seal'
  | 'discard'
  | 'cut'
  | 'probe'
  | 'recover'
  | 'free_space'
  /** What was acknowledged cannot be noted beside the segments: a loss of their end would not be noticed. */
  | 'mark'
  /** A segment is not there any more, and with it what was acknowledged in it. */
  | 'lost'
  | 'on_sealed';

export interface RecoveredSegment {
  readonly number: number;
  readonly records: number;
  /** Announced by the last group and not there: never acknowledged. */
  readonly torn: number;
  /** Bytes cut from the end: torn, refused, or written again in a later segment. */
  readonly cutBytes: number;
  /** Records that were announced as written and whose checksum does not hold. */
  readonly missingRecords: number;
  readonly damage: readonly Damage[];
  /** There was nothing in it to keep. */
  readonly isDeleted: boolean;
}

/** What the log tells of itself; all synchronous, all optional, none may throw. */
export interface LogObserver {
  groupSynced?(records: number, bytes: number, syncMs: number): void;
  sealed?(records: number, bytes: number): void;
  failed?(step: LogStep, error: unknown): void;
  /** Acknowledged once, and not in the log that this start has found. */
  lost?(totals: LogTotals): void;
  recovered?(segments: readonly RecoveredSegment[]): void;
  /** The data directory was deleted or replaced, or is back in its place. */
  placeChanged?(isInPlace: boolean): void;
}
