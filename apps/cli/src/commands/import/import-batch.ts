import { limits } from '@lamppost/protocol';
import type { ImportPosition } from './import-state.ts';

export interface BatchRow {
  readonly place: string;
  readonly line: number;
  readonly text: string;
  readonly json: string;
}

export interface RejectedRow {
  readonly place: string;
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

/** Leaves room for the envelope. */
const MAX_BATCH_BYTES = limits.importBodyBytes - 4096;

/** Events that are sent together, and the rows between them that cannot be sent. */
export class ImportBatch {
  readonly rows: BatchRow[] = [];
  readonly rejected: RejectedRow[] = [];
  /** Rows that were read for it, whatever became of them. */
  lines = 0;
  end: ImportPosition;
  #bytes = 0;

  constructor(start: ImportPosition) {
    this.end = start;
  }

  /** False when it does not fit. */
  add(row: BatchRow): boolean {
    const bytes = Buffer.byteLength(row.json) + 1;
    if (this.rows.length === limits.importEvents || this.#bytes + bytes > MAX_BATCH_BYTES) return false;
    this.#bytes += bytes;
    this.rows.push(row);
    return true;
  }
}
