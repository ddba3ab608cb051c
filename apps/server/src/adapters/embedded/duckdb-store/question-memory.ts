import type { DuckDBConnection } from '@duckdb/node-api';
import { textOf } from './store-errors.ts';
import { Turnstile } from './turnstile.ts';

export interface QuestionMemoryOptions {
  /** What loading has for itself. */
  readonly memoryLimitMb: number;
  /** What there is besides while heavy questions run. */
  readonly questionMemoryMb: number;
  readonly onNotice: (message: string) => void;
}

/** Raises DuckDB's memory limit while heavy questions run, so that they do not take what the loader needs. */
export class QuestionMemory {
  readonly #connection: DuckDBConnection;
  readonly #options: QuestionMemoryOptions;
  readonly #turns = new Turnstile();
  #borrowers = 0;
  #limitMb: number;

  constructor(connection: DuckDBConnection, options: QuestionMemoryOptions) {
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
      // Lowering fails while a load holds more; the next question that ends tries again.
      onNotice(`the store keeps the memory of questions for now: ${textOf(error)}`);
    }
  }
}
