import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { type AnalyticsStore, QuestionTooHeavy, StoreUnavailable } from './analytics-store.ts';
import type { ExportFileQuestion } from './queries/export-file.ts';

export interface ExportSpoolOptions {
  readonly store: AnalyticsStore;
  /** A folder of its own, which the store can write to as well. */
  readonly folder: string;
  /** Free space that exports leave to others: the event log is on the same disk. */
  readonly reservedBytes: number;
}

/** A whole export, ready to be sent. Reading it to the end, or destroying the stream, gives its space back. */
export interface SpooledExport {
  readonly bytes: number;
  readonly stream: Readable;
}

const MOST_AT_A_TIME = 2;
const TIME_LIMIT_MS = 10 * 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Exports are written to a file before their first byte is sent, so that they fail whole, and that a slow reader holds
 * up nobody. The file has no name any more once it is open: whatever happens, it goes with whoever reads it.
 */
export class ExportSpool {
  readonly #options: ExportSpoolOptions;
  #running = 0;
  #cleared: Promise<void> | undefined;

  constructor(options: ExportSpoolOptions) {
    this.#options = options;
  }

  async write(question: Omit<ExportFileQuestion, 'path'>, signal: AbortSignal): Promise<SpooledExport> {
    if (this.#running >= MOST_AT_A_TIME) {
      throw new StoreUnavailable('Two exports are being written already: try again later');
    }
    this.#running++;
    try {
      return await this.#write(question, signal);
    } finally {
      this.#running--;
    }
  }

  async #write(question: Omit<ExportFileQuestion, 'path'>, signal: AbortSignal): Promise<SpooledExport> {
    const { store, folder } = this.#options;
    this.#cleared ??= this.#clear();
    await this.#cleared;
    const path = join(folder, `${randomUUID()}.${question.format}`);
    const room = new AbortController();
    const watching = setInterval(() => void this.#abortWhenFull(room), LOOK_EVERY_MS);
    try {
      await this.#abortWhenFull(room);
      const options = { signal: AbortSignal.any([signal, room.signal]), timeLimitMs: TIME_LIMIT_MS };
      await store.ask('exportFile', { ...question, path }, options);
      const file = await open(path);
      const { size } = await file.stat();
      return { bytes: size, stream: file.createReadStream({ highWaterMark: 256 * 1024 }) };
    } finally {
      clearInterval(watching);
      await rm(path, { force: true });
    }
  }

  /** What a process before left behind when it was killed. */
  async #clear(): Promise<void> {
    await rm(this.#options.folder, { recursive: true, force: true });
    await mkdir(this.#options.folder, { recursive: true });
  }

  async #abortWhenFull(room: AbortController): Promise<void> {
    const { bavail, bsize } = await statfs(this.#options.folder);
    if (bavail * bsize >= this.#options.reservedBytes) return;
    room.abort(new QuestionTooHeavy('There is not enough room on the disk for this export: ask for less at a time'));
  }
}
