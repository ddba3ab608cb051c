import type { DuckDBConnection } from '@duckdb/node-api';
import { textOf } from '../store-errors.ts';

export interface QueryThreadsOptions {
  /** What the database has otherwise. */
  readonly threads: number;
  /** What it has while a query runs that is worth it. */
  readonly queryThreads: number;
  /** Whether little waits to be loaded: a large load with more threads takes more memory. */
  readonly isQuiet: () => boolean;
  readonly onNotice: (message: string) => void;
}

/**
 * Threads that are there only while a query runs that two of them answer sooner. DuckDB has one number of
 * threads for all connections, and takes a thread away when it has done what it does, which may be a part of a long query.
 * So none is taken away while one of these queries runs, and nobody waits for that.
 */
export class QueryThreads {
  readonly #connection: DuckDBConnection;
  readonly #options: QueryThreadsOptions;
  #threads: number;
  #queries = 0;
  #changing: Promise<void> | undefined;
  #isClosed = false;

  constructor(connection: DuckDBConnection, options: QueryThreadsOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#threads = options.threads;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#queries++;
    try {
      const isLosingSome = this.#changing !== undefined;
      const changed = this.#change();
      if (!isLosingSome) await changed;
      return await work();
    } finally {
      this.#queries--;
      void this.#change();
    }
  }

  /** To be called before the database is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#changing;
    this.#connection.closeSync();
  }

  get #wanted(): number {
    const { threads, queryThreads, isQuiet } = this.#options;
    if (this.#queries === 0) return threads;
    return isQuiet() ? queryThreads : this.#threads;
  }

  #change(): Promise<void> {
    this.#changing ??= this.#setWanted().finally(() => {
      this.#changing = undefined;
    });
    return this.#changing;
  }

  async #setWanted(): Promise<void> {
    for (let wanted = this.#wanted; wanted !== this.#threads && !this.#isClosed; wanted = this.#wanted) {
      try {
        await this.#connection.run(`SET GLOBAL threads = ${wanted}`);
        this.#threads = wanted;
      } catch (error) {
        this.#options.onNotice(`Could not change the number of threads of the store: ${textOf(error)}`);
        return;
      }
    }
  }
}
