import type { DuckDBConnection } from '@duckdb/node-api';
import { failPoint, failPointValue } from '../../../telemetry/fail-points.ts';
import { quoted } from '../sql-text.ts';
import type { TableName } from '../store-schema.ts';
import type { CheckpointFolder } from './checkpoint-folder.ts';
import type { CheckpointPart } from './checkpoint-manifest.ts';
import { partShapeOf } from './checkpointed-tables.ts';
import { type ColumnTypes, columnTypes } from './column-types.ts';
import { readPart } from './read-part.ts';

/** Tests look for bytes in files. */
const COMPRESSION = failPointValue('compression') === 'off' ? 'uncompressed' : 'zstd';

const MAX_ROWS_IN_TESTS = Number(failPointValue('checkpoint.rows') ?? Number.POSITIVE_INFINITY);

export interface RowRange {
  readonly table: TableName;
  /** Rows by their number in the table; the last one is not included. */
  readonly first: number;
  readonly end: number;
}

/** Writes rows of the store as a file and holds it against them before it counts for anything. */
export async function writePart(
  connection: DuckDBConnection,
  folder: CheckpointFolder,
  { table, first, end }: RowRange,
  file: string,
): Promise<CheckpointPart> {
  const columns = await columnTypes(connection, table);
  const rows = `(SELECT * FROM store.${table} WHERE rowid >= ${first} AND rowid < ${end})`;
  const path = folder.temporaryPath(file);
  if (end - first > MAX_ROWS_IN_TESTS) throw new Error('Out of Memory Error: fail point checkpoint.rows');
  await connection.run(`COPY ${rows} TO ${quoted(path)} (FORMAT parquet, COMPRESSION ${COMPRESSION},
    ROW_GROUP_SIZE ${partShapeOf(table).rowGroupRows})`);
  failPoint('checkpoint.part');
  const written = await factsOf(connection, columns, rows);
  const readBack = await factsOf(connection, columns, await readPart(connection, columns, path));
  if (JSON.stringify(written) !== JSON.stringify(readBack)) {
    throw new Error(`${file} does not contain the rows that were written to it`);
  }
  const { bytes, sha256 } = await folder.keep(file);
  const { content: _, ...facts } = written;
  return { file, table, firstRow: first, endRow: end, bytes, sha256, ...facts };
}

/** Whether the store still has exactly these rows there; rows never change, they are only added and removed. */
export async function isHeld(connection: DuckDBConnection, part: CheckpointPart): Promise<boolean> {
  const places = part.places === null ? 'NULL' : PLACES;
  const result = await connection.run(
    `SELECT count(*), ${places} FROM store.${part.table} WHERE rowid >= ${part.firstRow} AND rowid < ${part.endRow}`,
  );
  const [rows, sum] = (await result.getRowsJS())[0] ?? [];
  return Number(rows) === part.rows && (part.places === null || String(sum) === part.places);
}

const PLACES = 'sum(log_tag::HUGEINT + seq + idx)';

/** Of what a row says when it was received, by the tables' names for it. */
const timeColumns = ['received', 'linked_at', 'noticed', 'hour'];

/** What must be equal of rows and their copy. `content` depends on this version of DuckDB, so it is not kept. */
async function factsOf(connection: DuckDBConnection, columns: ColumnTypes, from: string) {
  const time = timeColumns.find((name) => columns.has(name));
  const row = [...columns.keys()].map((name) => `"${name}": "${name}"`);
  const result = await connection.run(`SELECT count(*), sum(hash({${row.join(', ')}})::HUGEINT),
    ${columns.has('idx') ? PLACES : 'NULL'},
    ${time === undefined ? 'NULL, NULL' : `epoch_ms(min(${time})), epoch_ms(max(${time}))`} FROM ${from}`);
  const [count, content, places, earliest, latest] = (await result.getRowsJS())[0] ?? [];
  return {
    rows: Number(count),
    content: String(content),
    places: places === null ? null : String(places),
    receivedFromMs: earliest === null ? null : Number(earliest),
    receivedToMs: latest === null ? null : Number(latest),
  };
}
