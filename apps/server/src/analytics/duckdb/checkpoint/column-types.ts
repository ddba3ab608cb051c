import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../sql-text.ts';
import type { TableName } from '../store-schema.ts';

export type ColumnTypes = ReadonlyMap<string, string>;

/** Columns of a table of the store, in order, with their types. */
export async function columnTypes(connection: DuckDBConnection, table: TableName): Promise<ColumnTypes> {
  const result = await connection.run(
    `SELECT column_name, data_type FROM duckdb_columns()
      WHERE database_name = 'store' AND table_name = ${quoted(table)} ORDER BY column_index`,
  );
  return new Map((await result.getRowsJS()).map(([name, type]) => [String(name), String(type)]));
}
