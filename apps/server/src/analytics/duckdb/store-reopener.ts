import type { DuckDBConnection } from '@duckdb/node-api';
import type { Gate } from '../../engines/duckdb/gate.ts';
import { failPoint } from '../../telemetry/fail-points.ts';
import type { StoreCounters } from '../analytics-store.ts';
import type { DuckdbLoadTarget } from './loading/duckdb-load-target.ts';
import { attachStore } from './open-store.ts';
import type { QueryMemoryBudget } from './query-memory-budget.ts';
import { failureOf, StoreFailure, textOf } from './store-errors.ts';

export interface StoreReopenerOptions {
  readonly file: string;
  /** Everybody who uses the file is inside, but for the loader. */
  readonly gate: Gate;
  readonly memory: QueryMemoryBudget;
  /** All rows were written since it was opened, to build it. */
  readonly isBuilt: boolean;
  /** Rows that are loaded between two times. */
  readonly afterRows: number;
  /** A process that is larger has read much; how often that is tried depends on how much it gives back. */
  readonly aboveBytes: number;
  readonly onReopened: (message: string) => void;
  readonly onNotice: (message: string) => void;
  /** The file is closed and does not open. */
  readonly onBroken: (error: unknown) => void;
}

/** Queries that are under way may take so long to end; new ones wait meanwhile. */
const PATIENCE_MS = 400;
const RETRY_MS = 5_000;
const LARGE_PAUSE_MS = 60_000;
const MAX_LARGE_PAUSE_MS = 1_800_000;
/** Of the memory of the process: what is less was not worth the wait of queries. */
const WORTH_SHARE = 0.1;

/**
 * Closes the file and opens it again, in the same process, when many rows have been loaded or read. DuckDB keeps in memory, outside
 * of its limit, a description of every column of every row group that was written or read, about eight bytes a row, and
 * has no other way to let go of it. No query fails for it: it waits until none runs, and those that come wait for it.
 */
export class StoreReopener {
  readonly #target: DuckdbLoadTarget;
  readonly #options: StoreReopenerOptions;
  #rowsWhenOpened: number;
  #hasReadAll = false;
  #isRunning = false;
  #isStopping = false;
  #notBeforeMs = 0;
  #largePauseMs = LARGE_PAUSE_MS;
  #reopenedAtMs = Number.NEGATIVE_INFINITY;

  constructor(target: DuckdbLoadTarget, options: StoreReopenerOptions) {
    this.#target = target;
    this.#options = options;
    this.#rowsWhenOpened = options.isBuilt ? 0 : rowsOf(target.counters);
  }

  /** To be called now and then. */
  tick(): void {
    if (this.#isRunning || this.#isStopping || performance.now() < this.#notBeforeMs) return;
    const rows = rowsOf(this.#target.counters) - this.#rowsWhenOpened;
    if (rows < this.#options.afterRows && !this.#hasReadAll && !this.#isTooLarge()) return;
    this.#isRunning = true;
    this.#run()
      .catch((error: unknown) => {
        if (failureOf(error) === undefined) this.#options.onNotice(`Could not reopen the store: ${textOf(error)}`);
        else this.#options.onBroken(error);
      })
      .finally(() => {
        this.#isRunning = false;
        this.#notBeforeMs = performance.now() + RETRY_MS;
      });
  }

  /** Somebody has read every column: the next quiet moment is used, however few rows were loaded. */
  noteReadAll(): void {
    this.#hasReadAll = true;
  }

  stop(): void {
    this.#isStopping = true;
  }

  #isTooLarge(): boolean {
    if (performance.now() - this.#reopenedAtMs < this.#largePauseMs) return false;
    return process.memoryUsage.rss() > this.#options.aboveBytes;
  }

  #run(): Promise<void> {
    return this.#target.atMoment(async ({ connection }) => {
      if (this.#isStopping) return;
      await this.#options.gate.alone(PATIENCE_MS, () => this.#reopen(connection));
    });
  }

  async #reopen(connection: DuckDBConnection): Promise<void> {
    const [startedAt, before] = [performance.now(), process.memoryUsage.rss()];
    // Left to DETACH, a checkpoint that fails would not be noticed.
    await connection.run('CHECKPOINT store');
    await connection.run('DETACH store');
    try {
      failPoint('reopening.closed');
      await attachStore(connection, this.#options.file);
    } catch (error) {
      this.#options.onBroken(failureOf(error) ?? new StoreFailure('not_reopened', error));
      // Anyone who came now would find no tables, and a load would take its events for the reason.
      await new Promise(() => undefined);
    }
    const rows = rowsOf(this.#target.counters) - this.#rowsWhenOpened;
    this.#rowsWhenOpened += rows;
    this.#hasReadAll = false;
    const { memory, onNotice, onReopened } = this.#options;
    await memory
      .releaseBuffers()
      .catch((error: unknown) => onNotice(`Could not release the memory of the store: ${textOf(error)}`));
    const took = `${Math.round(performance.now() - startedAt)} ms`;
    const after = process.memoryUsage.rss();
    const isWorthIt = before - after > before * WORTH_SHARE;
    this.#largePauseMs = isWorthIt ? LARGE_PAUSE_MS : Math.min(MAX_LARGE_PAUSE_MS, this.#largePauseMs * 2);
    this.#reopenedAtMs = performance.now();
    const megabytes = `${toMb(before)} MB before, ${toMb(after)} MB after`;
    onReopened(`Reopened the store after ${rows} rows in ${took}: ${megabytes}`);
  }
}

const rowsOf = ({ storedEvents, storedMetrics, storedCrashes, failedEvents }: StoreCounters): number =>
  storedEvents + storedMetrics + storedCrashes + failedEvents;

const toMb = (bytes: number): number => Math.round(bytes / 1e6);
