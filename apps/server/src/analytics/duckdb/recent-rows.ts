import type { DuckDBConnection } from '@duckdb/node-api';
import { summedLedger } from './loading/ledger-table.ts';
import { summedTables } from './rollups/rollup-tables.ts';
import type { Rollups } from './rollups/rollups.ts';
import { ROW_GROUP_SIZE, recentTables, tables } from './store-schema.ts';

type RecentTable = (typeof recentTables)[number];

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
 * They are a database of their own: DuckDB keeps what was dropped until all earlier transactions on the same
 * database have ended, and a checkpoint or an export, which read the file only, last for minutes.
 */
export class RecentRows {
  #rows = 0;
  #bytes = 0;
  #since: number | undefined;
  /** Tables whose rows stand in the store and are still to be cleared. */
  #copied: readonly RecentTable[] = [];

  static async create(connection: DuckDBConnection): Promise<RecentRows> {
    await connection.run("ATTACH ':memory:' AS recent");
    const recent = new RecentRows();
    await makeEmpty(connection, recentTables);
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
    const filled = await filledTables(connection);
    for (const table of filled) {
      const rows = table === 'ledger' ? summedLedger('recent.ledger') : `SELECT * FROM recent.${table}`;
      await connection.run(`INSERT INTO store.${table} ${rows}`);
    }
    for (const table of summedTables) {
      if (filled.includes(table)) await rollups.add(connection, table, `recent.${table}`);
    }
    this.#copied = filled;
  }

  async clear(connection: DuckDBConnection): Promise<void> {
    if (this.isEmpty) return;
    await makeEmpty(connection, this.#copied);
    [this.#rows, this.#bytes, this.#since, this.#copied] = [0, 0, undefined, []];
  }
}

/** Most loads have rows for few of the tables, and even copying none takes DuckDB a millisecond a table. */
async function filledTables(connection: DuckDBConnection): Promise<readonly RecentTable[]> {
  const looks = recentTables.map((table) => `(SELECT '${table}' FROM recent.${table} LIMIT 1)`);
  const result = await connection.run(looks.join(' UNION ALL '));
  const found = new Set((await result.getRowsJS()).map(([table]) => table));
  return recentTables.filter((table) => found.has(table));
}

/** New tables, because deleted rows would keep their memory. */
async function makeEmpty(connection: DuckDBConnection, names: readonly RecentTable[]): Promise<void> {
  await connection.run('BEGIN');
  for (const table of names) {
    await connection.run(`CREATE OR REPLACE TABLE recent.${table} (${tables[table]})`);
  }
  await connection.run('COMMIT');
}

/** Rows of both. */
export const everywhere = (table: string): string =>
  `(SELECT * FROM store.${table} UNION ALL SELECT * FROM recent.${table})`;

/** Some columns of both, of rows that meet a condition. DuckDB takes twice as long to plan all columns of a wide table. */
export const columnsEverywhere = (table: string, columns: string, condition = 'true'): string =>
  `(${['store', 'recent'].map((place) => `SELECT ${columns} FROM ${place}.${table} WHERE ${condition}`).join(' UNION ALL ')})`;
