import { join } from 'node:path';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdb } from '../../engines/duckdb/duckdb.ts';
import { connectTo } from './open-store.ts';
import { quoted } from './sql-text.ts';
import { recentTables, tables } from './store-schema.ts';

/** A store that nobody writes to, with nothing gathered in memory. */
export async function openReadOnly(
  file: string,
  memoryLimitMb: number,
  folder: string,
): Promise<{ readonly instance: DuckDBInstance; readonly connection: DuckDBConnection }> {
  const instance = await duckdb.DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryLimitMb}MB`,
    temp_directory: join(folder, 'spill'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await connectTo(instance);
  await connection.run(`ATTACH ${quoted(file)} AS store (READ_ONLY)`);
  await connection.run("ATTACH ':memory:' AS recent");
  for (const name of recentTables) await connection.run(`CREATE TABLE recent.${name} (${tables[name]})`);
  return { instance, connection };
}
