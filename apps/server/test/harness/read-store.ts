import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** Rows of the analytics store's own file, for what no route shows yet. The server must have stopped. */
export async function readStore(dataDir: string, sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(join(dataDir, 'store', 'store.duckdb'), { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  try {
    return await (await connection.run(sql)).getRowObjectsJS();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
