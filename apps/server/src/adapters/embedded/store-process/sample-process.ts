import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LogRecord } from '../../../event-log/log-record.ts';
import { SampleLog, scope } from './sample-log.ts';
import { StoreProcess } from './store-process.ts';

/** A real store process over a real log in a folder of its own. */
export class SampleProcess {
  readonly root = mkdtempSync(join(tmpdir(), 'lamppost-store-process-'));
  readonly log = new SampleLog(join(this.root, 'log'));
  readonly storeFolder = join(this.root, 'store');
  readonly checkpointFolder = join(this.root, 'checkpoints');
  readonly messages: string[] = [];
  readonly #eraseWithinMs: number;
  store: StoreProcess;
  #sealed = 0;
  #loadedUpTo = 0;

  /** `once` in fail points is replaced by a mark that lets a process started again pass. */
  constructor(failPoints = '', eraseWithinMs = 86_400_000) {
    this.#eraseWithinMs = eraseWithinMs;
    this.store = this.#start(failPoints.replace('once', `1:${join(this.root, 'failed')}`));
  }

  /** Another process over the same folders, when the one before has been stopped. */
  startAgain(failPoints = ''): void {
    this.store = this.#start(failPoints);
  }

  seal(...records: readonly LogRecord[]): void {
    this.log.seal(records);
    this.#sealed++;
    this.store.sealed();
  }

  /** Until everything sealed has been loaded and questions are answered. */
  async settled(): Promise<void> {
    await until(() => this.#loadedUpTo >= this.#sealed && this.store.status().state === 'ready');
  }

  async names(): Promise<string[]> {
    const { rowsJson } = await this.store.ask('events', { scope, filter: {}, page: { limit: 10_000 } });
    return (JSON.parse(rowsJson) as { event: string }[]).map((row) => row.event).sort();
  }

  async ids(): Promise<string[]> {
    const { rowsJson } = await this.store.ask('events', { scope, filter: {}, page: { limit: 10_000 } });
    return (JSON.parse(rowsJson) as { id: string }[]).map((row) => row.id);
  }

  async close(): Promise<void> {
    await this.store.stop();
    rmSync(this.root, { recursive: true, force: true });
  }

  #start(failPoints: string): StoreProcess {
    const store = new StoreProcess({
      logFolder: join(this.root, 'log'),
      storeFolder: this.storeFolder,
      memoryLimitMb: 128,
      questionMemoryMb: 128,
      threads: 1,
      filterMb: 16,
      loadMb: 16,
      idleMs: 50,
      checkpointFolder: this.checkpointFolder,
      checkpointEveryMs: 0,
      eraseWithinMs: this.#eraseWithinMs,
      onLog: ({ message }) => this.messages.push(message),
      env: { LP_FAIL_POINTS: failPoints },
    });
    store.onLoaded(({ number }) => {
      this.#loadedUpTo = Math.max(this.#loadedUpTo, number);
    });
    store.start();
    return store;
  }
}

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(10);
}
