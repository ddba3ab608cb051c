import type { DuckDBConnection } from '@duckdb/node-api';

/** A store that has none gets one. */
export async function readStoreId(connection: DuckDBConnection): Promise<string> {
  await connection.run(`INSERT INTO store.store_identity
    SELECT gen_random_uuid() WHERE NOT EXISTS (FROM store.store_identity)`);
  const [[id] = []] = await (await connection.run('SELECT id::VARCHAR FROM store.store_identity')).getRowsJS();
  return String(id);
}
