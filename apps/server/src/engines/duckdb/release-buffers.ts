import type { DuckDBConnection } from '@duckdb/node-api';

/** What DuckDB needs at least while nothing runs. */
const SMALL = '32MB';

/**
 * Gives back the blocks that DuckDB keeps of a file that was read from end to end: loading does not need them, and the
 * process would stay that much larger. Only for a moment at which no rows are held in memory.
 */
export async function releaseBuffers(connection: DuckDBConnection, limit?: string): Promise<void> {
  const after = limit ?? (await limitOf(connection));
  await connection.run(`SET memory_limit = '${SMALL}'`);
  await connection.run(`SET memory_limit = '${after}'`);
}

async function limitOf(connection: DuckDBConnection): Promise<string> {
  const [[limit] = []] = await (await connection.run("SELECT current_setting('memory_limit')")).getRowsJS();
  return String(limit);
}
