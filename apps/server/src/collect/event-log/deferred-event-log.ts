import { type EventLog, type EventLogStatus, LogUnavailable, type SegmentId } from './event-log.ts';
import type { LogRecord } from './log-record.ts';

/** Stands for a log that cannot be opened yet: until it can, everything is refused as by a log that cannot be written. */
export class DeferredEventLog implements EventLog {
  #log: EventLog | undefined;

  /** From now on it is this log. */
  become(log: EventLog): void {
    this.#log = log;
  }

  append(record: LogRecord): Promise<void> {
    return this.#log === undefined ? Promise.reject(notOpen()) : this.#log.append(record);
  }

  async seal(): Promise<void> {
    if (this.#log === undefined) throw notOpen();
    await this.#log.seal();
  }

  release(upTo: SegmentId): void {
    this.#log?.release(upTo);
  }

  status(): EventLogStatus {
    return this.#log?.status() ?? NOT_OPEN;
  }

  async close(): Promise<void> {
    await this.#log?.close();
  }
}

const NOT_OPEN: EventLogStatus = {
  unavailable: 'not_open',
  unloadedBytes: 0,
  unloadedSegments: 0,
  waitingRecords: 0,
  freeBytes: 0,
};

const notOpen = (): LogUnavailable => new LogUnavailable('not_open', 'the event log cannot be opened yet');
