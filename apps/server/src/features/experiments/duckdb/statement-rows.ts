import type { DuckDBConnection } from '@duckdb/node-api';

export type StatementRow = Readonly<Record<string, unknown>>;

export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly StatementRow[]> {
  return await (await connection.run(sql)).getRowObjectsJS();
}

export const numberIn = (row: StatementRow | undefined, column: string): number => Number(row?.[column] ?? 0);

export const numberOrNull = (row: StatementRow | undefined, column: string): number | null => {
  const value = row?.[column];
  return value === null || value === undefined ? null : Number(value);
};
