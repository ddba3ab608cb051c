import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoreCounters } from '../../analytics-store.ts';
import { noCounts } from '../../no-counts.ts';

const columns: readonly (readonly [keyof StoreCounters, string])[] = (
  Object.keys(noCounts) as (keyof StoreCounters)[]
).map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]);

export const addCounts = (a: StoreCounters, b: Partial<StoreCounters>): StoreCounters =>
  Object.fromEntries(columns.map(([name]) => [name, a[name] + (b[name] ?? 0)])) as unknown as StoreCounters;

/** What a load takes back had been counted, though perhaps by a store that is no more. */
export const withoutNegative = (counters: StoreCounters): StoreCounters =>
  Object.fromEntries(columns.map(([name]) => [name, Math.max(0, counters[name])])) as unknown as StoreCounters;

/** The columns of `loads` behind load, log_id, segment and loaded. */
export const countColumns = columns.map(([, column]) => column).join(', ');

export const countValues = (counters: StoreCounters): string => columns.map(([name]) => counters[name]).join(', ');

export interface LoadTotals {
  readonly lastLoad: number;
  readonly counters: StoreCounters;
}

export async function readTotals(connection: DuckDBConnection): Promise<LoadTotals> {
  const result = await connection.run('SELECT * FROM store.loads ORDER BY load DESC LIMIT 1');
  const [row] = await result.getRowObjectsJS();
  if (row === undefined) return { lastLoad: 0, counters: noCounts };
  const counters = Object.fromEntries(columns.map(([name, column]) => [name, Number(row[column])]));
  return { lastLoad: Number(row.load), counters: counters as unknown as StoreCounters };
}

/**
 * Each load leaves a row; only the last of each log says something. A new table, because deleted rows stay.
 * A store of an earlier version has not counted everything: what it has no column for begins at nothing.
 */
export async function trimLoads(connection: DuckDBConnection): Promise<void> {
  const found = await connection.run(
    "SELECT column_name FROM duckdb_columns() WHERE database_name = 'store' AND table_name = 'loads'",
  );
  const known = new Set((await found.getRowsJS()).map(([name]) => String(name)));
  for (const [, column] of columns.filter(([, name]) => !known.has(name))) {
    await connection.run(`ALTER TABLE store.loads ADD COLUMN ${column} BIGINT DEFAULT 0`);
  }
  await connection.run(`CREATE OR REPLACE TABLE store.loads AS SELECT * FROM store.loads
    WHERE load IN (SELECT max(load) FROM store.loads GROUP BY log_id)`);
}
