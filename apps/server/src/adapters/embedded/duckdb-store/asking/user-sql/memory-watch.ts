import type { DuckDBConnection } from '@duckdb/node-api';
import { QuestionTooHeavy } from '../../../../../analytics/analytics-store.ts';

const LOOK_EVERY_MS = 10;
/** DuckDB counts its tables and sorts, but not the texts and lists that expressions make. */
const UNCOUNTED_BYTES = 256 * 1024 * 1024;

/**
 * Interrupts a statement while which the process grows by more than DuckDB may use and what is usual beside it.
 * Whoever else works at the same time counts as well: then the statement is told to come again later.
 */
export class MemoryWatch {
  readonly #timer: NodeJS.Timeout;
  #isExceeded = false;

  static async begin(connection: DuckDBConnection): Promise<MemoryWatch> {
    const result = await connection.run("SELECT parse_formatted_bytes(current_setting('memory_limit'))");
    const [[limit] = []] = await result.getRowsJS();
    return new MemoryWatch(connection, Number(limit));
  }

  private constructor(connection: DuckDBConnection, memoryLimitBytes: number) {
    const most = process.memoryUsage.rss() + memoryLimitBytes + UNCOUNTED_BYTES;
    this.#timer = setInterval(() => {
      if (!this.#isExceeded && process.memoryUsage.rss() <= most) return;
      this.#isExceeded = true;
      connection.interrupt();
    }, LOOK_EVERY_MS);
  }

  /** The error to give when the statement ended in one. */
  reason(error: unknown): unknown {
    return this.#isExceeded
      ? new QuestionTooHeavy('The query needs more memory than one query may have: ask for less at a time')
      : error;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
