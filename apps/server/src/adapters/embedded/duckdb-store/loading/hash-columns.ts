import type { DuckDBConnection } from '@duckdb/node-api';
import { duckdb } from '../duckdb.ts';

/** Hashes as two halves, in the order in which they were read. */
export interface HashColumns {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

/** Selects the halves of a 64-bit hash as forEachHash reads them. */
export const hashHalves = (hash: string): string => `(${hash} & 4294967295)::UINTEGER, (${hash} >> 32)::UINTEGER`;

/** Streams the result of a query made with hashHalves; a bigint for each hash would cost more than the load itself. */
export async function forEachHash(
  connection: DuckDBConnection,
  sql: string,
  visit: (columns: HashColumns) => void,
): Promise<void> {
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    visit({
      low: halves(chunk.getColumnVector(0), chunk.rowCount),
      high: halves(chunk.getColumnVector(1), chunk.rowCount),
    });
  }
}

function halves(vector: unknown, rowCount: number): Uint32Array {
  if (!(vector instanceof duckdb.DuckDBUIntegerVector)) throw new TypeError('a hash half must be a UINTEGER column');
  const { items } = vector as unknown as { readonly items: Uint32Array };
  return items.subarray(0, rowCount);
}
