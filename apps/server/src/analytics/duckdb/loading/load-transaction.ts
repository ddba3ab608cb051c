import type { DuckDBConnection } from '@duckdb/node-api';
import type { LoadOutcome } from '../../../collect/loader/load-target.ts';
import { failureOf, isFromSurroundings, isOutOfMemory, StatementError, StoreFailure, textOf } from '../store-errors.ts';

type Refused = Extract<LoadOutcome, { outcome: 'refused' }>;

/** The transaction of a load: what may fail in it, and what each failure means. */
export class LoadTransaction {
  readonly #connection: DuckDBConnection;
  readonly #withRoom: <T>(work: () => Promise<T>) => Promise<T>;

  /** `withRoom`: lets queries that run beside it not take the memory that its end needs. */
  constructor(connection: DuckDBConnection, withRoom: <T>(work: () => Promise<T>) => Promise<T> = (work) => work()) {
    this.#connection = connection;
    this.#withRoom = withRoom;
  }

  /** Begins, and leaves the transaction open only when the work answers `stored`. */
  async run<T extends { readonly outcome: string }>(work: () => Promise<T>): Promise<T | Refused> {
    await this.#connection.run('BEGIN');
    try {
      const result = await work();
      if (result.outcome !== 'stored') await this.rollback();
      return result;
    } catch (error) {
      await this.#undo(error);
      if (!(error instanceof StatementError)) throw error;
      if (isFromSurroundings(error) && !isOutOfMemory(error)) throw error;
      return { outcome: 'refused', reason: textOf(error), isTransient: isFromSurroundings(error) };
    }
  }

  /** More work in the open transaction; takes everything back when it fails. */
  async guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#undo(error);
      throw error;
    }
  }

  /**
   * An error here says nothing about whether the commit is durable: only a new look at the file does. Nor can anybody go
   * on after a commit without what has to be done afterwards.
   */
  async commit(committed: () => void = () => undefined, afterwards = async (): Promise<void> => {}): Promise<void> {
    await this.#withRoom(async () => {
      try {
        await this.#connection.run('COMMIT');
        committed();
        await afterwards();
      } catch (error) {
        throw new StoreFailure('commit_unknown', error);
      }
    });
  }

  async rollback(): Promise<void> {
    try {
      await this.#withRoom(() => this.#connection.run('ROLLBACK'));
    } catch (error) {
      throw new StoreFailure('invalidated', error);
    }
  }

  async #undo(error: unknown): Promise<void> {
    const failure = failureOf(error);
    if (failure !== undefined) throw failure;
    await this.rollback();
  }
}
