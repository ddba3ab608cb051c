import type { RecordKind } from '../event-log/log-record.ts';

/** NDJSON with readable records, in log order; lines with a `$` member are not records. */
export interface SegmentFile {
  readonly path: string;
  /** How many records of each kind the file holds: what is read must match it. */
  readonly records: Readonly<Partial<Record<RecordKind, number>>>;
  readonly bytes: number;
  /** False only when no record carries failed events. */
  readonly mayHoldFailedEvents: boolean;
  readonly maxLineBytes: number;
}

/** A stretch of a segment that could not be read. */
export interface LostStretch {
  readonly offset: number;
  readonly bytes: number;
  readonly reason: string;
  /** Present when the bytes still parse, so that the loss can be shown to the project it belongs to. */
  readonly record?: {
    readonly projectId: string;
    readonly environmentId: string;
    readonly sequence: number;
    readonly receivedAtMs: number;
    readonly rawJson: string;
    readonly kind: RecordKind;
    /** Events, reports or metrics in it. */
    readonly items: number;
  };
}

export interface SegmentRef {
  readonly logId: string;
  readonly number: number;
}

export interface SegmentToLoad extends SegmentRef {
  /** One file as a rule; several when the segment had to be taken in parts. */
  readonly files: readonly SegmentFile[];
  readonly lost: readonly LostStretch[];
  /** Lost in it, and before it since the segment that was loaded last; less than nothing when it had been missed. */
  readonly loss: {
    /** Records that were acknowledged once and cannot be read any more. */
    readonly records: number;
    /** Events that are known to have been in them. */
    readonly events: number;
    /** Those of them of which it is not known how many events they held. */
    readonly uncountedRecords: number;
  };
}

/** Numbers from first to last, both included. */
export interface NumberRange {
  readonly first: number;
  readonly last: number;
}

export interface LogPosition {
  readonly logId: string;
  /** Highest segment number in the store. */
  readonly upTo: number;
  /** Below it, but not in the store: they had not been there when their turn came. */
  readonly skipped: readonly NumberRange[];
}

export type LoadOutcome =
  | { readonly outcome: 'loaded'; readonly storedEvents: number; readonly duplicateEvents: number }
  /** Some records did not come out of the files as they should; nothing was stored. */
  | { readonly outcome: 'unreadable'; readonly readableSequences: ReadonlySet<number> }
  /** The statement failed on these files; nothing was stored. Transient: with less at a time, or later, it may work. */
  | { readonly outcome: 'refused'; readonly reason: string; readonly isTransient: boolean };

/** The target must be opened anew before anything else is asked of it. */
export class LoadTargetBroken extends Error {}

/**
 * Takes segments into the analytics store.
 *
 * Every adapter keeps these promises:
 * - a load is stored whole together with its position, or not at all;
 * - what is loaded can be asked for at once, and is in takeDurable as soon as it would survive a power cut;
 * - a segment that the position covers is not stored again;
 * - it throws when the failure is not the content's fault (disk, memory);
 * - it throws LoadTargetBroken when it cannot go on, also when it does not know whether a load was stored.
 */
export interface LoadTarget {
  positions(): Promise<readonly LogPosition[]>;
  /** Segments of one log, ascending. */
  load(segments: readonly SegmentToLoad[]): Promise<LoadOutcome>;
  /** Does everything that load does to one file and takes it back. */
  probe(file: SegmentFile): Promise<Exclude<LoadOutcome, { outcome: 'unreadable' }>>;
  /** Segments that have become durable since the last call; until then the log must keep them. */
  takeDurable(): readonly SegmentRef[];
  /** Called when nothing waits to be loaded: the moment for housekeeping. */
  idle(): Promise<void>;
}

export const isCoveredBy = (position: LogPosition | undefined, number: number): boolean =>
  position !== undefined &&
  number <= position.upTo &&
  !position.skipped.some(({ first, last }) => number >= first && number <= last);
