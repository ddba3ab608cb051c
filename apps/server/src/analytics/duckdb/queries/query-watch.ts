import type { DuckDBConnection } from '@duckdb/node-api';
import { QueryTooHeavy } from '../../analytics-store.ts';
import { isOutOfMemory } from '../store-errors.ts';

/** An interruption stops the statement at hand only; the next one of the same query must be stopped too. */
const INTERRUPT_EVERY_MS = 50;

export const tooMuchMemory = (): QueryTooHeavy =>
  new QueryTooHeavy('The query needs more memory than one query may use: try a smaller query');

/** Ends a query that takes too long or that nobody waits for. */
export class QueryWatch {
  readonly #connection: DuckDBConnection;
  readonly #signal: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #interrupting: NodeJS.Timeout | undefined;
  #reason: unknown;

  constructor(connection: DuckDBConnection, timeLimitMs: number, signal?: AbortSignal) {
    this.#connection = connection;
    this.#signal = signal;
    const tooLong = new QueryTooHeavy(
      `The query was stopped after ${Math.round(timeLimitMs / 100) / 10} s: try a smaller query`,
    );
    this.#timer = setTimeout(() => this.#stop(tooLong), timeLimitMs);
    if (signal?.aborted) this.#abort();
    else signal?.addEventListener('abort', this.#abort);
  }

  get isStopped(): boolean {
    return this.#reason !== undefined;
  }

  /** An answer that came after the end is none: what is promised must not depend on who was faster. */
  throwIfStopped(): void {
    if (this.#reason !== undefined) throw this.#reason;
  }

  /** Why the query ended in this error, when it was for one of the reasons watched here. */
  reason(error: unknown): unknown {
    if (this.#reason !== undefined) return this.#reason;
    return isOutOfMemory(error) ? tooMuchMemory() : undefined;
  }

  end(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#interrupting);
    this.#signal?.removeEventListener('abort', this.#abort);
  }

  readonly #abort = (): void => this.#stop(this.#signal?.reason ?? new Error('The client is no longer waiting'));

  #stop(reason: unknown): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#connection.interrupt();
    this.#interrupting = setInterval(() => this.#connection.interrupt(), INTERRUPT_EVERY_MS);
  }
}
