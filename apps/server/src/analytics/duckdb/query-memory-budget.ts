import type { DuckDBConnection } from '@duckdb/node-api';
import { Mutex } from '../../engines/duckdb/mutex.ts';
import { textOf } from './store-errors.ts';

export interface SpareMemoryOptions {
  /** What loading has for itself. */
  readonly memoryLimitMb: number;
  /** What there is besides while somebody has borrowed it. */
  readonly questionMemoryMb: number;
  /** So long it is kept when nobody has it any more: the next question finds what the one before has read. */
  readonly lingerMs: number;
  readonly onNotice: (message: string) => void;
}

/**
 * Memory that is there only while it is needed: for heavy questions, so that they do not take what the loader has, and
 * for a load that does not fit.
 */
export class QueryMemoryBudget {
  readonly #connection: DuckDBConnection;
  readonly #options: SpareMemoryOptions;
  readonly #turns = new Mutex();
  #borrowers = 0;
  #lingering: NodeJS.Timeout | undefined;
  #limitMb: number;

  constructor(connection: DuckDBConnection, options: SpareMemoryOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#limitMb = options.memoryLimitMb;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#borrowers++;
    clearTimeout(this.#lingering);
    try {
      await this.#turns.run(() => this.#adjust());
      return await work();
    } finally {
      this.#borrowers--;
      if (this.#borrowers === 0) this.#giveBackSoon();
    }
  }

  /** To be called before the database is closed. */
  async close(): Promise<void> {
    clearTimeout(this.#lingering);
    await this.#turns.run(async () => undefined);
    this.#connection.closeSync();
  }

  #giveBackSoon(): void {
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => void this.#turns.run(() => this.#adjust()), this.#options.lingerMs);
  }

  async #adjust(): Promise<void> {
    const { memoryLimitMb, questionMemoryMb, onNotice } = this.#options;
    const wantedMb = memoryLimitMb + (this.#borrowers > 0 ? questionMemoryMb : 0);
    if (wantedMb === this.#limitMb) return;
    try {
      await this.#connection.run(`SET GLOBAL memory_limit = '${wantedMb}MB'`);
      this.#limitMb = wantedMb;
    } catch (error) {
      // Lowering fails while a load holds more; the next one that gives back tries again.
      onNotice(`the store keeps its spare memory for now: ${textOf(error)}`);
    }
  }
}
