import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ApiError } from '@lamppost/protocol';
import { type AnalyticsStore, QueryTooHeavy, StoreUnavailable } from '../../analytics/analytics-store.ts';
import { ProjectSlots } from '../../analytics/project-slots.ts';
import type { ExportFileParams } from './queries/export-file.ts';
import { exportFileQuery } from './queries/export-file.ts';

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

const SLOTS = 2;
const MAX_WAITING_PER_PROJECT = 4;
const MAX_WAIT_MS = 30_000;
const TIME_LIMIT_MS = 10 * 60_000;
const LOOK_EVERY_MS = 100;

const RETRY_AFTER_SECONDS = 30;

/** One project has asked for more exports at a time than may wait. */
const tooManyExports = (): ApiError =>
  new ApiError(
    'RATE_LIMIT_EXCEEDED',
    'Five exports of this project are being written or wait already: try again later',
    {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    },
  );

/**
 * Exports are written to a file before their first byte is sent, so that they fail whole, and that a slow reader holds
 * up nobody. One is written at a time for each project, so that none takes the slots of others. The file has no name any more once it is open: whatever happens, it goes with anyone who reads it.
 */
export class ExportSpool {
  readonly #options: ExportSpoolOptions;
  readonly #slots = new ProjectSlots({
    slots: SLOTS,
    maxWaitingPerProject: MAX_WAITING_PER_PROJECT,
    maxWaitMs: MAX_WAIT_MS,
    tooMany: tooManyExports,
    tooLate: () => new StoreUnavailable('Other exports are being written: try again later'),
  });
  #cleared: Promise<void> | undefined;

  constructor(options: ExportSpoolOptions) {
    this.#options = options;
  }

  async write(params: Omit<ExportFileParams, 'path'>, signal: AbortSignal): Promise<SpooledExport> {
    return await this.#slots.run(params.scope.projectId, signal, () => this.#write(params, signal));
  }

  async #write(params: Omit<ExportFileParams, 'path'>, signal: AbortSignal): Promise<SpooledExport> {
    const { store, folder } = this.#options;
    this.#cleared ??= this.#clear();
    await this.#cleared;
    const path = join(folder, `${randomUUID()}.${params.format}`);
    const room = new AbortController();
    const watching = setInterval(() => void this.#abortWhenFull(room), LOOK_EVERY_MS);
    try {
      await this.#abortWhenFull(room);
      const options = { signal: AbortSignal.any([signal, room.signal]), timeLimitMs: TIME_LIMIT_MS };
      await store.run(exportFileQuery, { ...params, path }, options);
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
    room.abort(new QueryTooHeavy('There is not enough room on the disk for this export: try a smaller query'));
  }
}
