import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../sql-text.ts';
import type { ColumnTypes } from './column-types.ts';

/**
 * A part as rows of the table as it is now, by the names of the columns: one that the part does not have is NULL, one
 * that the table does not have any more is left out. So a store of another format is built from an older checkpoint.
 */
export async function readPart(connection: DuckDBConnection, columns: ColumnTypes, path: string): Promise<string> {
  const found = await connection.run(`SELECT name FROM parquet_schema(${quoted(path)})`);
  const inPart = new Set((await found.getRowsJS()).map(([name]) => String(name)));
  const selected = [...columns].map(([name, type]) =>
    inPart.has(name) ? `"${name}"::${type} AS "${name}"` : `NULL::${type} AS "${name}"`,
  );
  return `(SELECT ${selected.join(', ')} FROM read_parquet(${quoted(path)}))`;
}
