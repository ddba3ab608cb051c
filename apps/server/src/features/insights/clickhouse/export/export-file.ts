import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ClickhouseReader } from '../../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { ExportFileParams, ExportFileResult } from '../../queries/export-file.ts';
import type { ExportedSelect } from './exported-select.ts';
import { tableSelect } from './exported-tables.ts';
import { madeRows } from './made-rows.ts';
import { writtenRows } from './written-rows.ts';

/** What a user wrote, checked and bound to one environment. */
export type SelectOfSql = (reader: ClickhouseReader, params: ExportFileParams, sql: string) => Promise<ExportedSelect>;

const SETTINGS = {
  output_format_json_escape_forward_slashes: 0,
  output_format_parquet_compression_method: 'zstd',
  output_format_parquet_row_group_size: '65536',
  max_bytes_before_external_group_by: '1000000000',
  /** Rows that were made elsewhere stand in the statement. */
  max_query_size: '1073741824',
} as const;

/** Rows as a file, written as fast as they come. */
export const exportFile =
  (selectOfSql: SelectOfSql) =>
  async (reader: ClickhouseReader, params: ExportFileParams): Promise<ExportFileResult> => {
    const select = await selectOf(reader, params, selectOfSql);
    const { head, sql } = writtenRows(select, params.format);
    try {
      const file = createWriteStream(params.path, { flags: 'wx' });
      file.write(head);
      await pipeline(await reader.bytes(sql, { settings: SETTINGS }), file, { signal: reader.signal });
      const [[rows] = []] = await reader.rows(`SELECT count() FROM (${select.sql})`, { settings: SETTINGS });
      return { rows: Number(rows) };
    } catch (error) {
      await rm(params.path, { force: true });
      throw error;
    }
  };

async function selectOf(
  reader: ClickhouseReader,
  params: ExportFileParams,
  selectOfSql: SelectOfSql,
): Promise<ExportedSelect> {
  const { source, scope, changesJson } = params;
  switch (source.kind) {
    case 'table':
      return tableSelect(scope, source, changesJson);
    case 'rows':
      return madeRows(source);
    case 'sql':
      return selectOfSql(reader, params, source.sql);
  }
}
