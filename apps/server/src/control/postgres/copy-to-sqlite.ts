import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase, QueryResult } from 'pg';
import type { SqliteDatabase, SqliteValue } from '../../engines/sqlite/sqlite-driver.ts';
import { openDatabase } from '../sqlite/open-database.ts';

const ROWS_A_TURN = 1_000;
const INT8 = 20;

/** A new SQLite file with every row of the control plane at one moment: what a backup keeps, and what can be embedded. */
export async function copyToSqlite(client: ClientBase, path: string): Promise<void> {
  const { database } = await openDatabase({ path, mustExist: false, busyTimeoutMs: 0 });
  try {
    database.exec('PRAGMA foreign_keys = OFF');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // A copy is another history from here on: it begins a generation of its own, and no edge is known to it.
    const tables = tablesOf(database).filter((table) => !['edge_generation', 'edges', 'leases'].includes(table));
    for (const table of tables) await copyTable(client, database, table);
    await client.query('COMMIT');
    const broken = database.prepare('PRAGMA foreign_key_check').get();
    if (broken !== undefined) throw new Error('The copy of the control database refers to rows that are not there.');
    // Closing leaves the WAL beside the file until the last statement is garbage-collected; the copy must be one file.
    database.exec('PRAGMA journal_mode = DELETE');
  } finally {
    database.close();
  }
}

export function tablesOf(database: SqliteDatabase): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  return (rows as { name: string }[]).map(({ name }) => name).filter((name) => !/^(kysely|sqlite)_/.test(name));
}

async function copyTable(client: ClientBase, database: SqliteDatabase, table: string): Promise<void> {
  const columns = (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
  const insert = database.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  await client.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT ${columns.map((name) => `"${name}"`).join(', ')} FROM ${table}`,
  );
  database.exec(`DELETE FROM ${table}`);
  for (;;) {
    const found: QueryResult<unknown[]> = await client.query({
      text: `FETCH ${ROWS_A_TURN} FROM rows`,
      rowMode: 'array',
    });
    const isInteger = found.fields.map(({ dataTypeID }) => dataTypeID === INT8);
    database.exec('BEGIN');
    for (const row of found.rows) insert.run(...row.map((value, at) => sqliteValue(value, isInteger[at] === true)));
    database.exec('COMMIT');
    if (found.rows.length < ROWS_A_TURN) break;
    await nextTurn();
  }
  await client.query('CLOSE rows');
}

const sqliteValue = (value: unknown, isInteger: boolean): SqliteValue =>
  isInteger && value !== null ? Number(value) : (value as SqliteValue);
