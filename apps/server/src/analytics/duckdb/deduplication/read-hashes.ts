import type { DuckDBConnection } from '@duckdb/node-api';
import { duckdb } from '../../../engines/duckdb/duckdb.ts';
import type { HashColumns } from '../id-index/hash-columns.ts';
import type { LogRanges } from '../id-index/log-ranges.ts';
import { WholeResult } from '../queries/whole-result.ts';

/** Selects the halves of a 64-bit hash as forEachHash reads them. */
export const hashHalves = (hash: string): string => `(${hash} & 4294967295)::UINTEGER, (${hash} >> 32)::UINTEGER`;

/** Streams the result of a query made with hashHalves; a bigint for each hash would cost more than the load itself. */
export async function forEachHash(
  connection: DuckDBConnection,
  sql: string,
  visit: (columns: HashColumns) => unknown,
): Promise<void> {
  const whole = await WholeResult.of(connection, sql);
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    whole.read(chunk.rowCount);
    await visit({
      low: halves(chunk.getColumnVector(0), chunk.rowCount),
      high: halves(chunk.getColumnVector(1), chunk.rowCount),
    });
  }
  // One that is missing would let a repeat in.
  whole.throwIfCutShort();
}

/** Which records of the logs rows come from. */
export async function rangesIn(connection: DuckDBConnection, source: string): Promise<LogRanges> {
  const result = await connection.run(`SELECT log_tag, min(seq), max(seq) FROM ${source} GROUP BY log_tag`);
  const rows = (await result.getRowsJS()).map(([tag, first, last]) => [String(tag), [Number(first), Number(last)]]);
  return Object.fromEntries(rows) as LogRanges;
}

function halves(vector: unknown, rowCount: number): Uint32Array {
  if (!(vector instanceof duckdb.DuckDBUIntegerVector)) throw new TypeError('a hash half must be a UINTEGER column');
  const { items } = vector as unknown as { readonly items: Uint32Array };
  return items.subarray(0, rowCount);
}
