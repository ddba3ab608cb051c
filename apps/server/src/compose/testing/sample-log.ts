import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventsInRecord } from '../../collect/event-log/events-in-record.ts';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { addTotals, type LogTotals, NO_TOTALS } from '../../collect/event-log/log-totals.ts';
import { encodeGroup, encodeHeader, encodeRecord, encodeSeal } from '../../collect/event-log/segment-format.ts';
import { sealedName } from '../../collect/event-log/segment-names.ts';

export const projectId = '018f2f6e-7c1a-7000-8000-000000000001';
export const environmentId = '018f2f6e-7c1a-7000-8000-000000000002';
export const scope = { projectId, environmentId };
/** Recent, so that failed events are within the time for which they are shown. */
export const receivedAtMs = Date.now() - 3_600_000;

export const batchRecord = (body: unknown, more: Partial<LogRecord> = {}): LogRecord => ({
  kind: 'events',
  projectId,
  environmentId,
  receivedAtMs,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ...more,
});

export const eventsRecord = (...batch: readonly unknown[]): LogRecord => batchRecord({ batch });

/** Writes sealed segments as the file event log does. */
export class SampleLog {
  readonly logId: string;
  readonly folder: string;
  #number = 1;
  #sequence = 1;
  #group = 1;
  /** Absent in a log of the first version, which did not count. */
  #totals: LogTotals | undefined;

  constructor(root: string, logId = '018f2f6e-7c1a-7000-8000-00000000abcd', isCounting = true) {
    this.logId = logId;
    this.#totals = isCounting ? NO_TOTALS : undefined;
    this.folder = join(root, logId);
    mkdirSync(this.folder, { recursive: true });
  }

  /** Answers the path of the new segment. `edit` may spoil the bytes. */
  seal(records: readonly LogRecord[], edit: (bytes: Buffer) => Buffer = (bytes) => bytes): string {
    const lines = records.map((record) => encodeRecord(record, this.#sequence++));
    const len = lines.reduce((sum, line) => sum + line.length, 0);
    const first = this.#sequence - lines.length;
    const before = this.#totals === undefined ? {} : { before: this.#totals };
    const header = encodeHeader({ log: this.logId, segment: this.#number, first, ...before });
    const events = records.reduce((sum, record) => sum + eventsInRecord(record), 0);
    this.#totals &&= addTotals(this.#totals, { records: records.length, events });
    const group = lines.length === 0 ? [] : [encodeGroup({ seq: this.#group++, count: lines.length, len })];
    const content = Buffer.concat([header, ...group, ...lines]);
    const seal = encodeSeal({
      segment: this.#number,
      records: lines.length,
      groups: group.length,
      bytes: content.length,
      next: this.#sequence,
      nextGroup: this.#group,
      ...(this.#totals === undefined ? {} : { after: this.#totals }),
    });
    const path = join(this.folder, sealedName(this.#number++));
    writeFileSync(path, edit(Buffer.concat([content, seal])));
    return path;
  }

  /** Goes on where this one is, with copies of its files under another root. */
  copyTo(root: string): SampleLog {
    const copy = new SampleLog(root, this.logId);
    cpSync(this.folder, copy.folder, { recursive: true });
    [copy.#number, copy.#sequence, copy.#group] = [this.#number, this.#sequence, this.#group];
    copy.#totals = this.#totals;
    return copy;
  }

  /** A segment in which nothing was acknowledged: it is removed, and its number is not given again. */
  skip(): void {
    this.#number++;
  }
}
