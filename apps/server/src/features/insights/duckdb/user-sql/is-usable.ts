import type { DuckDBConnection } from '@duckdb/node-api';

/** A defect of DuckDB ends the transaction at most; when it has ended more, nothing can be asked any longer. */
export async function isUsable(connection: DuckDBConnection): Promise<boolean> {
  try {
    await connection.run('ROLLBACK');
    await connection.run('SELECT 1 FROM store.store_format');
    return true;
  } catch {
    return false;
  }
}
