import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { failureOf } from '../store-errors.ts';

const WORTH_MERGING_BYTES = 4 * 1024 * 1024;
const MERGE_ANYWAY_AFTER_MS = 60_000;

/** Chooses the moments at which DuckDB merges its own log into the file: acknowledgements share the disk. */
export class WalMerger {
  readonly #connection: DuckDBConnection;
  readonly #path: string;
  readonly #capBytes: number;
  #mergedAt = performance.now();
  #isHeld = false;

  constructor(connection: DuckDBConnection, path: string, capBytes: number) {
    this.#connection = connection;
    this.#path = path;
    this.#capBytes = capBytes;
  }

  /** Merging may drop what was removed and so number rows anew: not while somebody relies on the numbers. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    try {
      return await work();
    } finally {
      this.#isHeld = false;
    }
  }

  async mergeWhenQuiet(): Promise<void> {
    if (this.#isHeld) return;
    const bytes = await this.#bytes();
    const isDue = bytes > 0 && performance.now() - this.#mergedAt > MERGE_ANYWAY_AFTER_MS;
    if (bytes >= WORTH_MERGING_BYTES || isDue) await this.merge();
  }

  async mergeWhenLarge(): Promise<void> {
    if (!this.#isHeld && (await this.#bytes()) > this.#capBytes) await this.merge();
  }

  async merge(): Promise<void> {
    this.#mergedAt = performance.now();
    try {
      await this.#connection.run('CHECKPOINT store');
    } catch (error) {
      throw failureOf(error) ?? error;
    }
  }

  async #bytes(): Promise<number> {
    try {
      return (await stat(this.#path)).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
      throw error;
    }
  }
}
