import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreUnavailable } from '../../analytics-store.ts';

/** A streamed result that ended before it was complete; DuckDB does not say why. */
export class ResultCutShort extends StoreUnavailable {}

/**
 * Whether a streamed result is complete. DuckDB's client ends a stream that failed, for want of memory or by an error in
 * a late row, as it ends one that is complete, and the transaction goes on. So its rows are counted.
 */
export class WholeResult {
  readonly #expected: number;
  #read = 0;

  private constructor(expected: number) {
    this.#expected = expected;
  }

  /** Of what the statement will give, in the same transaction or while nothing is written. */
  static async of(connection: DuckDBConnection, sql: string): Promise<WholeResult> {
    const [[rows] = []] = await (await connection.run(`SELECT count(*)::DOUBLE FROM (${sql})`)).getRowsJS();
    return new WholeResult(Number(rows));
  }

  get expected(): number {
    return this.#expected;
  }

  read(rows: number): void {
    this.#read += rows;
  }

  /** To be called when the stream has ended. */
  throwIfCutShort(): void {
    if (this.#read === this.#expected) return;
    throw new ResultCutShort(
      `The analytics store read ${this.#read} of ${this.#expected} rows of a result: send the query again`,
    );
  }
}
