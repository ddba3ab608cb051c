import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { SqliteDatabase } from '../../engines/sqlite/sqlite-driver.ts';
import { openDatabase } from '../sqlite/open-database.ts';
import { tablesOf } from './copy-to-sqlite.ts';

const ROWS_A_TURN = 500;

/**
 * Moves every row of a SQLite file into a database that holds none of its own yet; all of them or none. Says how many
 * there were. Clients have seen versions of the file, so a generation begins. The file is brought up to date first, and not changed otherwise.
 */
export async function copyFromSqlite(client: ClientBase, path: string, generation: string): Promise<number> {
  const { database } = await openDatabase({ path, mustExist: true, busyTimeoutMs: 5_000 });
  try {
    await client.query('BEGIN');
    let rows = 0;
    const tables = inOrderOfReferences(database);
    // What is copied is what requests were answered with already: nobody has to be told of it.
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const table of tables.toReversed()) await client.query(`DELETE FROM ${table}`);
    for (const table of tables) rows += await copyTable(client, database, table);
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query('INSERT INTO edge_generation (id, generation) VALUES (1, $1)', [generation]);
    await client.query('COMMIT');
    return rows;
  } catch (error) {
    // If the connection is what failed, the server rolls back by itself; the first error is the one to report.
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    database.close();
  }
}

/** Those that are referred to before those that refer. */
function inOrderOfReferences(database: SqliteDatabase): string[] {
  const ordered = new Set<string>();
  const visit = (table: string): void => {
    if (ordered.has(table)) return;
    const references = database.prepare(`PRAGMA foreign_key_list(${table})`).all() as { table: string }[];
    for (const reference of references) if (reference.table !== table) visit(reference.table);
    ordered.add(table);
  };
  for (const table of tablesOf(database)) visit(table);
  return [...ordered];
}

async function copyTable(client: ClientBase, database: SqliteDatabase, table: string): Promise<number> {
  const columns = (database.prepare(`PRAGMA table_info(${table})`).all() as { name: string }[]).map(({ name }) => name);
  const names = columns.map((name) => `"${name}"`).join(', ');
  let rows = 0;
  for (let batch = rowsOf(database, table, rows); batch.length > 0; batch = rowsOf(database, table, rows)) {
    const places = batch.map(
      (_, row) => `(${columns.map((__, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
    );
    const values = batch.flatMap((row) => columns.map((name) => row[name]));
    await client.query(`INSERT INTO ${table} (${names}) VALUES ${places.join(', ')}`, values);
    rows += batch.length;
    await nextTurn();
  }
  return rows;
}

/** In the order of the key, which a table without row ids is stored in. */
function rowsOf(database: SqliteDatabase, table: string, after: number): Record<string, unknown>[] {
  return database.prepare(`SELECT * FROM ${table} LIMIT ${ROWS_A_TURN} OFFSET ${after}`).all() as Record<
    string,
    unknown
  >[];
}
