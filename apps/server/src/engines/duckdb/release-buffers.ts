import type { DuckDBConnection } from '@duckdb/node-api';

/** What DuckDB needs at least while nothing runs. */
const SMALL = '32MB';

/**
 * Gives back the blocks that DuckDB keeps of a file that was read from end to end: loading does not need them, and the
 * process would stay that much larger. What is held in memory by more than that stays as it is.
 */
export async function releaseBuffers(connection: DuckDBConnection, limit?: string): Promise<void> {
  const after = limit ?? (await limitOf(connection));
  try {
    await connection.run(`SET memory_limit = '${SMALL}'`);
  } catch (error) {
    // Rows that are not in the file yet. What could be given back is.
    if (!isTooMuchHeld(error)) throw error;
  }
  await connection.run(`SET memory_limit = '${after}'`);
}

const isTooMuchHeld = (error: unknown): boolean => error instanceof Error && /^out of memory/i.test(error.message);

async function limitOf(connection: DuckDBConnection): Promise<string> {
  const [[limit] = []] = await (await connection.run("SELECT current_setting('memory_limit')")).getRowsJS();
  return String(limit);
}
