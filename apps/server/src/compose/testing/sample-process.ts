import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { StoreProcessSettings } from '../../analytics/process/store-messages.ts';
import { StoreProcess, type StoreProcessOptions } from '../../analytics/process/store-process.ts';
import type { LogRecord } from '../../collect/event-log/log-record.ts';
import { eventsQuery } from '../../features/events/queries/events.ts';
import { SampleLog, scope } from './sample-log.ts';

/** A real store process over a real log in a folder of its own. */
export class SampleProcess {
  readonly root = mkdtempSync(join(tmpdir(), 'lamppost-store-process-'));
  readonly log: SampleLog;
  readonly storeFolder = join(this.root, 'store');
  readonly checkpointFolder = join(this.root, 'checkpoints');
  readonly messages: string[] = [];
  readonly #eraseWithinMs: number;
  readonly #more: Partial<StoreProcessOptions>;
  store: StoreProcess;
  #sealed = 0;
  #loadedUpTo = 0;

  /** `once` in fail points: a mark is left that lets a process started again pass. */
  constructor(failPoints = '', eraseWithinMs = 86_400_000, log?: SampleLog, more: Partial<StoreProcessOptions> = {}) {
    this.#eraseWithinMs = eraseWithinMs;
    this.#more = more;
    this.log = log?.copyTo(join(this.root, 'log')) ?? new SampleLog(join(this.root, 'log'));
    this.store = this.#made(failPoints);
    if (log === undefined) this.store.start();
  }

  /** The same files in a folder of its own, of one that has been stopped; it is not started. */
  copy(): SampleProcess {
    const copy = new SampleProcess('', this.#eraseWithinMs, this.log);
    for (const name of ['store', 'checkpoints']) {
      const folder = join(this.root, name);
      if (existsSync(folder)) cpSync(folder, join(copy.root, name), { recursive: true });
    }
    copy.#sealed = this.#sealed;
    return copy;
  }

  /** Another process over the same folders, when the one before has been stopped. */
  startAgain(failPoints = ''): void {
    this.store = this.#made(failPoints);
    this.store.start();
  }

  /** From here on there is no database, only checkpoints and the log. */
  async loseStore(): Promise<void> {
    await this.store.stop();
    rmSync(this.storeFolder, { recursive: true, force: true });
  }

  get settings(): StoreProcessSettings {
    return {
      logFolder: join(this.root, 'log'),
      storeFolder: this.storeFolder,
      memoryLimitMb: 128,
      queryMemoryMb: 128,
      threads: 1,
      filterMb: 16,
      loadMb: 8,
      idleMs: 50,
      reopenAfterRows: 5_000_000,
      reopenAboveMb: 1_000,
      checkpointFolder: this.checkpointFolder,
      checkpointEveryMs: 0,
      eraseWithinMs: this.#eraseWithinMs,
      isShared: false,
    };
  }

  seal(...records: readonly LogRecord[]): void {
    this.log.seal(records);
    this.#sealed++;
    this.store.sealed();
  }

  /** Until everything sealed has been loaded and queries are answered. */
  async settled(): Promise<void> {
    await until(() => this.#loadedUpTo >= this.#sealed && this.store.status().state === 'ready');
  }

  async names(): Promise<string[]> {
    const { rowsJson } = await this.store.run(eventsQuery, { scope, filter: {}, page: { limit: 10_000 } });
    return (JSON.parse(rowsJson) as { event: string }[]).map((row) => row.event).sort();
  }

  async ids(): Promise<string[]> {
    const { rowsJson } = await this.store.run(eventsQuery, { scope, filter: {}, page: { limit: 10_000 } });
    return (JSON.parse(rowsJson) as { id: string }[]).map((row) => row.id);
  }

  async close(): Promise<void> {
    await this.store.stop();
    rmSync(this.root, { recursive: true, force: true });
  }

  /** A process that failed at the point has left its mark. */
  hasFailedAt(point: string): boolean {
    return existsSync(this.#markOf(point));
  }

  #made(failPoints: string): StoreProcess {
    const env = {
      LP_FAIL_POINTS: failPoints.replaceAll(
        /([\w.]+)=(\w+):once/g,
        (_, point, action) => `${point}=${action}:1:${this.#markOf(point)}`,
      ),
    };
    const onLog = ({ message }: { readonly message: string }) => this.messages.push(message);
    const store = new StoreProcess({ ...this.settings, ...this.#more, onLog, env });
    store.onLoaded(({ number }) => {
      this.#loadedUpTo = Math.max(this.#loadedUpTo, number);
    });
    return store;
  }

  #markOf(point: string): string {
    return join(this.root, `failed at ${point}`);
  }
}

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(10);
}
