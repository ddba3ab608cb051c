import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';
import type { Row } from '../sources/row.ts';

/** Rows of a Parquet file, each as the JSON that DuckDB makes of it. Times are UTC. */
export async function* readParquetBlocks(path: string): AsyncGenerator<readonly Row[]> {
  // Loaded for those who have such a file: it takes longer than most commands.
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const instance = await DuckDBInstance.create(':memory:', { threads: '1', memory_limit: '512MB' });
  const connection = await instance.connect();
  try {
    await connection.run("SET TimeZone = 'UTC'");
    const literal = `'${path.replaceAll("'", "''")}'`;
    const result = await connection.stream(`SELECT to_json(t)::VARCHAR FROM read_parquet(${literal}) AS t`);
    let line = 0;
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      yield chunk.getColumnValues(0).map((text): Row => {
        line += 1;
        return { line, text: String(text) };
      });
    }
  } catch (cause) {
    throw new CliError(
      `${path} could not be read as Parquet: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        exitCode: exitCodes.invalid,
        code: 'INVALID_FILE',
        cause,
      },
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
