import type { DuckDBConnection } from '@duckdb/node-api';
import { summedLedger } from './loading/ledger-table.ts';
import { summedTables } from './rollups/rollup-tables.ts';
import type { Rollups } from './rollups/rollups.ts';
import { ROW_GROUP_SIZE, recentTables, tables } from './store-schema.ts';

/** Where rows are written: the file, or memory until there are enough of them. */
export type Destination = 'store' | 'recent';

/** Pending segments of this size are written whatever their rows. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** Pending rows are safe in the log; this bounds how much of it a restart reads again. */
const MAX_PENDING_MS = 5_000;

/**
 * Rows that queries see and that the file does not have yet, in tables of the same shape in memory.
 * A transaction with less than a row group goes through DuckDB's own log and is written again by a checkpoint: ten
 * times the bytes, on the disk that acknowledgements wait for. So rows are gathered; their segments stay in the log.
 */
export class RecentRows {
  #rows = 0;
  #bytes = 0;
  #since: number | undefined;

  static async create(connection: DuckDBConnection): Promise<RecentRows> {
    await connection.run('CREATE SCHEMA recent');
    const recent = new RecentRows();
    await recent.#makeEmpty(connection);
    return recent;
  }

  get isEmpty(): boolean {
    return this.#since === undefined;
  }

  /** Where a load with so many more rows should go, so that the file gets whole row groups. */
  destinationFor(rows: number, bytes: number): Destination {
    const isRowGroup = this.#rows + rows >= ROW_GROUP_SIZE;
    const isOld = this.#since !== undefined && performance.now() - this.#since > MAX_PENDING_MS;
    return isRowGroup || isOld || this.#bytes + bytes >= MAX_PENDING_BYTES ? 'store' : 'recent';
  }

  /** To be called when a load has been committed here. */
  note(rows: number, bytes: number): void {
    this.#rows += rows;
    this.#bytes += bytes;
    this.#since ??= performance.now();
  }

  /** Inside a transaction on the store; the rows stay here until clear. */
  async copyToStore(connection: DuckDBConnection, rollups: Rollups): Promise<void> {
    if (this.isEmpty) return;
    for (const table of recentTables) {
      const rows = table === 'ledger' ? summedLedger('recent.ledger') : `SELECT * FROM recent.${table}`;
      await connection.run(`INSERT INTO store.${table} ${rows}`);
    }
    for (const table of summedTables) await rollups.add(connection, table, `recent.${table}`);
  }

  async clear(connection: DuckDBConnection): Promise<void> {
    if (this.isEmpty) return;
    await this.#makeEmpty(connection);
    [this.#rows, this.#bytes, this.#since] = [0, 0, undefined];
  }

  /** New tables, because deleted rows would keep their memory. */
  async #makeEmpty(connection: DuckDBConnection): Promise<void> {
    await connection.run('BEGIN');
    for (const table of recentTables) {
      await connection.run(`CREATE OR REPLACE TABLE recent.${table} (${tables[table]})`);
    }
    await connection.run('COMMIT');
  }
}

/** Rows of both. */
export const everywhere = (table: string): string =>
  `(SELECT * FROM store.${table} UNION ALL SELECT * FROM recent.${table})`;
