import type { GroupSpan } from './group-ledger.ts';
import type { RecordKind } from './log-record.ts';
import type { SealLine, SegmentHeader } from './segment-format.ts';

export type DamageReason =
  /** The header is absent, unreadable, or names another segment. */
  | 'header'
  /** A group line contradicts the records behind it, or does not follow the group before. */
  | 'group'
  /** A record whose checksum does not hold. */
  | 'record'
  /** Bytes that are no line of ours. */
  | 'unreadable'
  /** Whole record lines are gone without a trace. */
  | 'missing'
  /** A record whose sequence was there already; the first one counts. */
  | 'repeated'
  /** The seal line contradicts what stands before it, or something follows it. */
  | 'seal'
  /** The file ends without a seal line. Every segment that is being written looks like this. */
  | 'unsealed'
  /** The file ends inside a line. */
  | 'torn';

export interface Damage {
  readonly offset: number;
  /** Bytes worth keeping in quarantine; 0 where lines contradict each other or are gone. */
  readonly length: number;
  readonly reason: DamageReason;
  /** What a damaged record claims; not to be trusted. */
  readonly sequence?: number;
}

/** A good record; `end` is behind its newline. */
export interface RecordSpan {
  readonly start: number;
  readonly end: number;
  readonly sequence: number;
  readonly kind: RecordKind;
}

export interface SegmentReading {
  /** Header, every group, every checksum and the seal agree: the file may be handed to the store as it is. */
  readonly isWhole: boolean;
  readonly header?: SegmentHeader;
  readonly seal?: SealLine;
  /** Good records, each once. */
  readonly lines: readonly RecordSpan[];
  readonly records: number;
  readonly kinds: ReadonlySet<RecordKind>;
  readonly firstSequence?: number;
  /** Greater than every sequence seen. */
  readonly nextSequence?: number;
  readonly groups: readonly GroupSpan[];
  /** Equals `nextGroup` of the segment before, also where segment numbers have a gap. */
  readonly firstGroup?: number;
  readonly nextGroup?: number;
  readonly damage: readonly Damage[];
  /** Records that the last group announced beyond the end of the file, or that recovery found so. */
  readonly torn: number;
  /** Records that were announced and are neither among the good ones nor torn. */
  readonly missingRecords: number;
  /** Bytes up to the end of the last whole line. */
  readonly lineBytes: number;
}

export interface ExpectedSegment {
  readonly logId: string;
  readonly number: number;
}
