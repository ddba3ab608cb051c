import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ClickhouseClient } from '../../../engines/clickhouse/clickhouse-client.ts';
import { writeFileDurably } from '../../../engines/files/write-file-durably.ts';
import type { Layout } from '../layouts/layout.ts';
import { mutate } from '../layouts/mutate.ts';
import { copiedTables, writeParquet, writeSeenIds } from '../loading/write-parquet.ts';
import { tableNames } from '../tables.ts';

export interface CopyToClickhouseOptions {
  readonly connection: DuckDBConnection;
  readonly client: ClickhouseClient;
  readonly layout: Layout;
  /** For files on the way, and for the note of how far it is. */
  readonly folder: string;
  readonly onProgress: (doneRows: number, allRows: number) => void;
}

/** A part of a table: it has a number of its own, so that one whose end was not seen can be taken back and copied again. */
interface Part {
  readonly table: (typeof copiedTables)[number] | 'erased_ids';
  readonly firstRow: number;
  readonly endRow: number;
}

const ROWS_A_PART = 500_000;
const withIds = ['events', 'crashes', 'metrics', 'failed_events'];

/**
 * Copies every row, part by part, each under the number of an attempt that does not count yet. Answers the last number.
 * One that was interrupted goes on where it was; should the store have changed since, it begins anew.
 */
export async function copyToClickhouse({
  connection,
  client,
  layout,
  folder,
  onProgress,
}: CopyToClickhouseOptions): Promise<number> {
  const parts = await partsOf(connection);
  const allRows = parts.reduce((sum, { firstRow, endRow }) => sum + endRow - firstRow, 0);
  const plan = JSON.stringify(parts);
  const note = join(folder, 'copied.json');
  let done = await partsDone(note, plan);
  if (done === 0) await takeBack(client, layout, 0);
  // The first that is not known to be whole may be there in part.
  else await takeBack(client, layout, done + 1);
  let doneRows = parts.slice(0, done).reduce((sum, { firstRow, endRow }) => sum + endRow - firstRow, 0);
  onProgress(doneRows, allRows);
  for (const part of parts.slice(done)) {
    await copyPart(connection, client, folder, part, done + 1);
    done += 1;
    await writeFileDurably(note, JSON.stringify({ plan, done }));
    doneRows += part.endRow - part.firstRow;
    onProgress(doneRows, allRows);
  }
  return Math.max(1, done);
}

async function partsOf(connection: DuckDBConnection): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const table of [...copiedTables, 'erased_ids'] as const) {
    const [[last] = []] = await (await connection.run(`SELECT max(rowid) FROM store.${table}`)).getRowsJS();
    const endRow = last === null || last === undefined ? 0 : Number(last) + 1;
    for (let firstRow = 0; firstRow < endRow; firstRow += ROWS_A_PART) {
      parts.push({ table, firstRow, endRow: Math.min(endRow, firstRow + ROWS_A_PART) });
    }
  }
  return parts;
}

async function partsDone(note: string, plan: string): Promise<number> {
  // Only one that was begun before has left a note; a note that cannot be read must not look like a new beginning.
  if (!existsSync(note)) return 0;
  const known = JSON.parse(await readFile(note, 'utf8')) as { readonly plan: string; readonly done: number };
  return known.plan === plan ? known.done : 0;
}

async function takeBack(client: ClickhouseClient, layout: Layout, attempt: number): Promise<void> {
  for (const table of tableNames) await mutate(client, layout, table, `DELETE WHERE attempt >= ${attempt}`);
}

async function copyPart(
  connection: DuckDBConnection,
  client: ClickhouseClient,
  folder: string,
  { table, firstRow, endRow }: Part,
  attempt: number,
): Promise<void> {
  const file = join(folder, 'part.parquet');
  const rowsOf = (name: string): string =>
    name === table
      ? `(SELECT * FROM store.${name} WHERE rowid >= ${firstRow} AND rowid < ${endRow})`
      : `(SELECT * FROM store.${name} LIMIT 0)`;
  if (table !== 'erased_ids') {
    const rows = await writeParquet(connection, table, rowsOf(table), attempt, file);
    if (rows > 0) await client.insertFile(table, file);
  }
  if (table !== 'erased_ids' && !withIds.includes(table)) return;
  const ids = await writeSeenIds(connection, rowsOf, attempt, file);
  if (ids > 0) await client.insertFile('seen', file);
}
