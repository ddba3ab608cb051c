import type { DuckDBConnection } from '@duckdb/node-api';

type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** Some rows of a result, column by column. */
export interface ColumnChunk {
  readonly rowCount: number;
  /** Numbers of a column of type UTINYINT, USMALLINT, UINTEGER or DOUBLE without NULLs. */
  column(index: number): Numbers;
}

/**
 * Reads a result of numbers without making a value of each; between chunks others get their turn. WholeResult
 * tells whether it is complete.
 */
export async function* streamColumns(connection: DuckDBConnection, sql: string): AsyncGenerator<ColumnChunk> {
  const result = await connection.stream(sql);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    yield { rowCount: chunk.rowCount, column: (index) => numbersOf(chunk.getColumnVector(index), chunk.rowCount) };
  }
}

function numbersOf(vector: unknown, rowCount: number): Numbers {
  const { items } = vector as { readonly items?: unknown };
  const isKnown =
    items instanceof Uint8Array ||
    items instanceof Uint16Array ||
    items instanceof Uint32Array ||
    items instanceof Float64Array;
  if (!isKnown) throw new TypeError('only columns of small unsigned integers and doubles can be streamed');
  return items.subarray(0, rowCount);
}
