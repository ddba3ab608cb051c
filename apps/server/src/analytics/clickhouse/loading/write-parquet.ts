import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../../duckdb/sql-text.ts';
import { type Table, type TableName, tables } from '../tables.ts';

/** Tables of DuckDB that have a twin of the same name. */
export const copiedTables = [
  'events',
  'metrics',
  'crashes',
  'crash_groupings',
  'device_facts',
  'links',
  'user_attributes',
  'failed_events',
  'replays',
  'ledger',
  'erasures',
  'removals',
  'log_damage',
] as const satisfies readonly TableName[];

/** Columns of a twin that end like a time and are none. */
const notTimes: ReadonlySet<string> = new Set(['value_ms']);

/** Writes rows of a DuckDB table as its twin takes them; answers how many. */
export async function writeParquet(
  connection: DuckDBConnection,
  table: (typeof copiedTables)[number],
  source: string,
  attempt: number,
  file: string,
): Promise<number> {
  const { columns }: Table = tables[table];
  const selected = Object.keys(columns).map((column) => columnOf(column, attempt));
  return copy(connection, `SELECT ${selected.join(', ')} FROM ${source}`, file);
}

/** Tables whose rows count once by their id. */
const identified = ['events', 'crashes', 'metrics', 'failed_events'] as const;

/** The ids of what was stored, and the hashes of what was erased before it could be. */
export async function writeSeenIds(
  connection: DuckDBConnection,
  sourceOf: (table: (typeof identified)[number] | 'erased_ids') => string,
  attempt: number,
  file: string,
): Promise<number> {
  const place = `p, e, h, epoch_ms(received) AS received_ms, ${attempt}::UBIGINT AS attempt`;
  const ids = identified.map(
    (table) => `SELECT ${place}, coalesce(id_uuid::VARCHAR, id_text) AS id, '${table}' AS stored_in
      FROM ${sourceOf(table)} WHERE h IS NOT NULL`,
  );
  const erased = `SELECT ${place}, NULL AS id, 'erased' AS stored_in FROM ${sourceOf('erased_ids')}`;
  return copy(connection, [...ids, erased].join(' UNION ALL '), file);
}

function columnOf(column: string, attempt: number): string {
  if (column === 'attempt') return `${attempt}::UBIGINT AS attempt`;
  if (!column.endsWith('_ms') || notTimes.has(column)) return `"${column}"`;
  return `epoch_ms("${column.slice(0, -'_ms'.length)}") AS ${column}`;
}

async function copy(connection: DuckDBConnection, select: string, file: string): Promise<number> {
  const result = await connection.run(`COPY (${select}) TO ${quoted(file)} (FORMAT parquet, COMPRESSION lz4)`);
  return Number((await result.getRowsJS())[0]?.[0] ?? 0);
}
