import type { DuckDBConnection } from '@duckdb/node-api';
import { textOf } from './store-errors.ts';
import { Turnstile } from './turnstile.ts';

export interface SpareMemoryOptions {
  /** What loading has for itself. */
  readonly memoryLimitMb: number;
  /** What there is besides while somebody has borrowed it. */
  readonly questionMemoryMb: number;
  readonly onNotice: (message: string) => void;
}

/**
 * Memory that is there only while it is needed: for heavy questions, so that they do not take what the loader has, and
 * for a load that does not fit.
 */
export class SpareMemory {
  readonly #connection: DuckDBConnection;
  readonly #options: SpareMemoryOptions;
  readonly #turns = new Turnstile();
  #borrowers = 0;
  #limitMb: number;

  constructor(connection: DuckDBConnection, options: SpareMemoryOptions) {
    this.#connection = connection;
    this.#options = options;
    this.#limitMb = options.memoryLimitMb;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#borrowers++;
    try {
      await this.#turns.run(() => this.#adjust());
      return await work();
    } finally {
      this.#borrowers--;
      await this.#turns.run(() => this.#adjust());
    }
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
