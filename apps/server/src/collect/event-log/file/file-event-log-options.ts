import type { SegmentId } from '../event-log.ts';
import type { FileDriver } from './file-driver.ts';
import type { LogObserver } from './log-observer.ts';

export interface SealedSegment {
  readonly id: SegmentId;
  readonly bytes: number;
  readonly path: string;
}

export interface FileEventLogOptions {
  readonly logRoot: string;
  readonly maxUnloadedBytes: number;
  readonly minFreeBytes: number;
  readonly sealAfterMs?: number;
  readonly sealBytes?: number;
  /** Bound of what waits for its sync. */
  readonly maxWaitingBytes?: number;
  /** First pause after a failure; it grows up to two seconds. */
  readonly retryAfterMs?: number;
  /** Off only for measuring and for tests that must fail without it. */
  readonly isSyncOn?: boolean;
  /** False once the directory at the path of the log is another one or none: what is written then would be lost. */
  readonly isInPlace?: () => boolean;
  readonly driver?: FileDriver;
  /** Not called for segments that are there when `open` resolves: look into the folder first. */
  readonly onSealed?: (segment: SealedSegment) => void;
  readonly observe?: LogObserver;
}
