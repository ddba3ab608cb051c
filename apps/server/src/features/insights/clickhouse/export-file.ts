import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { Cell } from '../../../engines/clickhouse/clickhouse-client.ts';
import { quoted, quotedName } from '../../../engines/clickhouse/clickhouse-sql.ts';
import { resultLines } from '../../../engines/clickhouse/result-lines.ts';
import {
  type ExportColumn,
  type ExportFileParams,
  type ExportFileResult,
  type ExportSource,
  exportTimeColumns,
} from '../queries/export-file.ts';
import { ExportedRow } from './user-sql/exported-row.ts';
import { parquetRows } from './user-sql/parquet-rows.ts';
import { type PreparedSelect, prepareOwn, prepareStatement } from './user-sql/prepare-statement.ts';
import { userError } from './user-sql/user-error.ts';

const MAX_ROW_BYTES = 256 * 1024 * 1024;

/** Small row groups: one is held in memory. */
const PARQUET = {
  output_format_parquet_compression_method: 'zstd',
  output_format_parquet_row_group_size: '16384',
  output_format_parquet_string_as_string: 1,
} as const;

/** Writes rows as they come: the file is whole, or an error is thrown and there is none. */
export async function exportFile(
  reader: ClickhouseReader,
  { scope, source, format, path, changesJson }: ExportFileParams,
): Promise<ExportFileResult> {
  const select =
    source.kind === 'rows'
      ? await prepareOwn(reader, madeRows(source.columns, source.rowsJson), scope)
      : await prepareStatement(reader, { sql: statementOf(source), scope, changesJson });
  try {
    return {
      rows:
        format === 'parquet'
          ? await writeParquet(reader, select, path)
          : await writeLines(reader, select, format, path),
    };
  } catch (error) {
    await rm(path, { force: true });
    throw userError(error, select.database);
  }
}

const sqlOf = ({ bindings, statement }: PreparedSelect, row: ExportedRow): string =>
  `${bindings}SELECT ${row.expressions} FROM (SELECT tuple(*) AS lamppost_row FROM (${statement}))`;

async function writeParquet(reader: ClickhouseReader, select: PreparedSelect, path: string): Promise<number> {
  const sql = sqlOf(select, new ExportedRow(select, 'parquet'));
  const bytes = await reader.bytes(`${sql} FORMAT Parquet`, { settings: { ...select.settings, ...PARQUET } });
  await write(bytes, path, reader.signal);
  return parquetRows(path);
}

async function writeLines(
  reader: ClickhouseReader,
  select: PreparedSelect,
  format: 'ndjson' | 'csv',
  path: string,
): Promise<number> {
  const row = new ExportedRow(select, format);
  const sql = sqlOf(select, row);
  const bytes = await reader.bytes(`${sql} FORMAT JSONCompactEachRow`, { settings: select.settings });
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    if (row.head !== '') yield row.head;
    for await (const line of resultLines(bytes, MAX_ROW_BYTES)) {
      rows += 1;
      yield row.line(JSON.parse(line) as Cell[]);
    }
  }
  await write(Readable.from(lines()), path, reader.signal);
  return rows;
}

/** The file is there before anything can fail: one that was made later would stay. */
async function write(content: Readable, path: string, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'w');
  await pipeline(content, file.createWriteStream(), { signal });
}

function statementOf(source: Exclude<ExportSource, { kind: 'rows' }>): string {
  if (source.kind === 'sql') return source.sql;
  const { table, fromMs, toMs } = source;
  const moment = (ms: number): string => `fromUnixTimestamp64Milli(toInt64(${Math.trunc(ms)}), 'UTC')`;
  const conditions = [
    ...(fromMs === undefined ? [] : [`${exportTimeColumns[table]} >= ${moment(fromMs)}`]),
    ...(toMs === undefined ? [] : [`${exportTimeColumns[table]} < ${moment(toMs)}`]),
  ];
  return `SELECT * FROM ${table} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

const madeTypes = { text: 'String', integer: 'Int64', number: 'Float64', timestamp: 'Int64' } as const;

function madeRows(columns: readonly ExportColumn[], rowsJson: string): string {
  const types = columns.map(({ type }) => `Nullable(${madeTypes[type]})`).join(', ');
  const values = columns.map(({ name, type }, at) => {
    const value = `made.${at + 1}`;
    return `${type === 'timestamp' ? `fromUnixTimestamp64Milli(${value}, 'UTC')` : value} AS ${quotedName(name)}`;
  });
  return `SELECT ${values.join(', ')} FROM (
    SELECT arrayJoin(JSONExtract(${quoted(rowsJson)}, 'Array(Tuple(${types}))')) AS made)`;
}
