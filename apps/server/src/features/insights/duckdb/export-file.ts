import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { QueryLimits } from '../../../analytics/duckdb/queries/query-limits.ts';
import { quoted } from '../../../analytics/duckdb/sql-text.ts';
import {
  type ExportColumn,
  type ExportFileParams,
  type ExportFileResult,
  type ExportSource,
  exportTimeColumns,
} from '../queries/export-file.ts';
import { copyOptions, exportedColumns } from './user-sql/exported-columns.ts';
import { isUsable } from './user-sql/is-usable.ts';
import { MemoryWatch } from './user-sql/memory-watch.ts';
import { prepareSelect, prepareStatement } from './user-sql/prepare-statement.ts';
import { internalRefusal, isInternal, userError } from './user-sql/user-error.ts';

/** Writes the rows at once and as fast as it goes: no reader, however slow, keeps a transaction open. */
export async function exportFile(
  connection: DuckDBConnection,
  { scope, source, format, path, changesJson }: ExportFileParams,
  limits: QueryLimits,
): Promise<ExportFileResult> {
  const watch = await MemoryWatch.begin(connection, limits);
  try {
    const select =
      source.kind === 'rows'
        ? await prepareSelect(connection, madeRows(source.columns, source.rowsJson))
        : await prepareStatement(connection, { sql: statementOf(source), scope, changesJson, watchId: watch.id });
    const columns = exportedColumns(select, format, watch.id);
    const { rowsChanged } = await connection.run(
      `COPY (SELECT ${columns.expressions} FROM (${select.sql}) AS exported(${columns.names}))
        TO ${quoted(path)} (${copyOptions[format]}, USE_TMP_FILE false)`,
    );
    watch.throwIfExceeded();
    return { rows: rowsChanged };
  } catch (error) {
    await rm(path, { force: true });
    if (isInternal(error) && (await isUsable(connection))) throw internalRefusal();
    throw watch.reason(userError(error));
  } finally {
    await watch.end();
  }
}

function statementOf(source: Exclude<ExportSource, { kind: 'rows' }>): string {
  if (source.kind === 'sql') return source.sql;
  const { table, fromMs, toMs } = source;
  const moment = (ms: number): string => `make_timestamp_ms(${Math.trunc(ms)}::BIGINT)`;
  const conditions = [
    ...(fromMs === undefined ? [] : [`"${exportTimeColumns[table]}" >= ${moment(fromMs)}`]),
    ...(toMs === undefined ? [] : [`"${exportTimeColumns[table]}" < ${moment(toMs)}`]),
  ];
  return `SELECT * FROM ${table} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}`;
}

const madeTypes = { text: 'VARCHAR', integer: 'BIGINT', number: 'DOUBLE', timestamp: 'BIGINT' } as const;

function madeRows(columns: readonly ExportColumn[], rowsJson: string): string {
  const values = columns.map(({ name, type }, at) => {
    const value = `json_extract_string(made, '$[${at}]')::${madeTypes[type]}`;
    const typed = type === 'timestamp' ? `make_timestamp_ms(${value})` : value;
    return `${typed} AS "${name.replaceAll('"', '""')}"`;
  });
  return `SELECT ${values.join(', ')} FROM (SELECT unnest(${quoted(rowsJson)}::JSON[]) AS made)`;
}
