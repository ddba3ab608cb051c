import type { LogRecord } from './log-record.ts';

/** Names one segment of one log. */
export interface SegmentId {
  readonly logId: string;
  readonly number: number;
}

export type LogUnavailableReason =
  | 'not_open'
  | 'directory_gone'
  | 'disk_full'
  | 'write_failed'
  | 'backlog_full'
  | 'closed';

/** The record was not kept and the caller must say so (503): nothing of it will ever appear. */
export class LogUnavailable extends Error {
  readonly reason: LogUnavailableReason;
  constructor(reason: LogUnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LogUnavailable';
    this.reason = reason;
  }
}

export interface EventLogStatus {
  /** Why appends are refused at this moment; absent when they are taken. */
  readonly unavailable?: LogUnavailableReason;
  /** Bytes that are in the log and not yet in the store. */
  readonly unloadedBytes: number;
  readonly unloadedSegments: number;
  /** Records waiting for the sync that acknowledges them. */
  readonly waitingRecords: number;
  /** Bytes free on the log's disk at the last look. */
  readonly freeBytes: number;
}

/**
 * Keeps records until the analytics store has them.
 *
 * Every adapter keeps these promises; event-log.contract.ts checks them:
 * - append resolves only when the record survives a power cut;
 * - append rejects with LogUnavailable when the record was not kept, and works again by itself when the cause is gone;
 * - what was appended is read back once, in order, whole or not at all;
 * - a damaged stretch is reported and skipped, never returned;
 * - when seal resolves, everything that was acknowledged before can be read.
 */
export interface EventLog {
  append(record: LogRecord): Promise<void>;
  /** Hands over what is being written; rejects with LogUnavailable when that does not work in time. */
  seal(): Promise<void>;
  /** The store has everything up to and including this segment. */
  release(upTo: SegmentId): void;
  status(): EventLogStatus;
  /** Waits for what is in flight, seals, and refuses everything after. */
  close(): Promise<void>;
}
