/**
 * What somebody would write who asks DuckDB directly: statements over the product's own file, with the settings that the
 * product has. The file is PLAIN_SQL_FILE; a message is a statement, the answer its rows and its time.
 */
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';

interface Connection {
  run(sql: string): Promise<{ getRowsJson(): Promise<unknown[][]> }>;
}
interface Driver {
  DuckDBInstance: {
    create(path: string, options: Record<string, string>): Promise<{ connect(): Promise<Connection> }>;
  };
}

// The server's own driver, so that both are the same version.
const serverRequire = createRequire(new URL('../../../apps/server/package.json', import.meta.url));
const { DuckDBInstance } = serverRequire('@duckdb/node-api') as Driver;

setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
const file = process.env.PLAIN_SQL_FILE ?? '';
const instance = await DuckDBInstance.create(':memory:', {
  threads: '1',
  memory_limit: process.env.PLAIN_SQL_MEMORY ?? '256MB',
  temp_directory: `${file}.spill`,
});
const connection = await instance.connect();
await connection.run("SET TimeZone = 'UTC'");
await connection.run(
  `ATTACH '${file.replaceAll("'", "''")}' AS store${process.env.PLAIN_SQL_WRITES === 'on' ? '' : ' (READ_ONLY)'}`,
);
await connection.run('USE store');

process.on('message', async (sql: string) => {
  const startedAt = performance.now();
  try {
    const rows = await (await connection.run(sql)).getRowsJson();
    process.send?.({ rows, ms: performance.now() - startedAt });
  } catch (error) {
    process.send?.({ error: String(error) });
  }
});
process.on('disconnect', () => process.exit(0));
process.send?.({ port: 0 });
