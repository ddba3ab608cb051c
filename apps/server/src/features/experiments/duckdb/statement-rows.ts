import type { DuckDBConnection } from '@duckdb/node-api';

export type StatementRow = Readonly<Record<string, unknown>>;

export async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly StatementRow[]> {
  return await (await connection.run(sql)).getRowObjectsJS();
}

/** Whether `FROM … WHERE` finds any row. */
export async function hasRow(connection: DuckDBConnection, from: string): Promise<boolean> {
  return (await rowsOf(connection, `SELECT 1 AS one ${from} LIMIT 1`)).length > 0;
}

export const numberIn = (row: StatementRow | undefined, column: string): number => Number(row?.[column] ?? 0);

export const numberOrNull = (row: StatementRow | undefined, column: string): number | null => {
  const value = row?.[column];
  return value === null || value === undefined ? null : Number(value);
};
