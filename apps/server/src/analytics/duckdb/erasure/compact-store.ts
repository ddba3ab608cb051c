import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint } from '../../../telemetry/fail-points.ts';
import { attachOptions, FRESH_FILE } from '../open-store.ts';
import { quoted } from '../sql-text.ts';
import { nameFormat, type TableName, tables } from '../store-schema.ts';

const names = Object.keys(tables) as TableName[];

/**
 * Writes every row into a new file and puts it in the place of the old one: a row that is deleted leaves its bytes in a
 * DuckDB file, whatever is done to that. Removals that are in the store by then count as scrubbed in the new one.
 *
 * Nothing may be written to the store meanwhile, and when it resolves the process must open the store anew: the open
 * one has no name any more. A process that dies at any step leaves the old file or the new one.
 */
export async function compactStore(connection: DuckDBConnection, file: string): Promise<void> {
  const fresh = join(dirname(file), FRESH_FILE);
  await removeFresh(dirname(file));
  await connection.run(`ATTACH ${quoted(fresh)} AS fresh (${attachOptions})`);
  try {
    for (const name of names) await copyTable(connection, name);
    await connection.run(nameFormat.replace('store.', 'fresh.'));
    failPoint('compaction.copied');
    await connection.run('CHECKPOINT fresh');
  } finally {
    await connection.run('DETACH fresh');
  }
  await sync(fresh);
  failPoint('compaction.written');
  await connection.run('CHECKPOINT store');
  // Left behind, DuckDB would play it into the new file.
  if ((await sizeOf(`${file}.wal`)) > 0) throw new Error('the store was written to while it was being compacted');
  await rm(`${file}.wal`, { force: true });
  await rename(fresh, file);
  await sync(dirname(file));
  failPoint('compaction.renamed');
}

async function removeFresh(folder: string): Promise<void> {
  for (const name of [FRESH_FILE, `${FRESH_FILE}.wal`]) await rm(join(folder, name), { force: true });
}

async function copyTable(connection: DuckDBConnection, name: TableName): Promise<void> {
  await connection.run(`CREATE TABLE fresh.${name} (${tables[name]})`);
  if (name === 'store_format') return;
  const columns = name === 'removals' ? '* REPLACE (true AS is_scrubbed)' : '*';
  await connection.run(`INSERT INTO fresh.${name} SELECT ${columns} FROM store.${name}`);
  const [there, here] = [await factsOf(connection, `fresh.${name}`), await factsOf(connection, `store.${name}`)];
  if (there !== here) throw new Error(`${name} was not copied completely: ${there}, not ${here}`);
}

/** How many rows, and for rows with a place in the log the sum of these. */
async function factsOf(connection: DuckDBConnection, table: string): Promise<string> {
  const hasPlace = tables[table.split('.')[1] as TableName].includes('log_tag UINTEGER, seq BIGINT, idx');
  const places = hasPlace ? 'sum(log_tag::HUGEINT + seq + idx)' : 'NULL';
  const result = await connection.run(`SELECT count(*)::VARCHAR, ${places}::VARCHAR FROM ${table}`);
  return String((await result.getRowsJS())[0]);
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
