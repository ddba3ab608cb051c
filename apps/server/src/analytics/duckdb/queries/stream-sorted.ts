import type { DuckDBConnection } from '@duckdb/node-api';
import { type ColumnChunk, streamColumns } from './stream-columns.ts';
import { WholeResult } from './whole-result.ts';

export interface SortedRows {
  /** A table that was gathered before: it is read several times. */
  readonly rows: string;
  /** A hash; all rows that share it come one after the other, in an order of their own. */
  readonly key: string;
  readonly order: string;
  /** What is read in addition, see streamColumns. */
  readonly columns: readonly string[];
}

/** So many are sorted at a time: little memory, and no detour over the disk. */
const ROWS_AT_A_TIME = 500_000;

/**
 * Rows by key and order; the first two columns are the halves of the key. A sort of everything would take all memory
 * that there is, also what the loader needs, so it is done in parts: keys are hashes, and fall into parts evenly.
 */
export async function* streamSorted(
  connection: DuckDBConnection,
  { rows, key, order, columns }: SortedRows,
): AsyncGenerator<ColumnChunk> {
  const whole = await WholeResult.of(connection, `FROM ${rows}`);
  const parts = Math.max(1, Math.ceil(whole.expected / ROWS_AT_A_TIME));
  for (let part = 0; part < parts; part++) {
    const isPart = parts === 1 ? '' : `WHERE ${key} % ${parts} = ${part}`;
    const chunks = streamColumns(
      connection,
      `SELECT (${key} & 4294967295)::UINTEGER, (${key} >> 32)::UINTEGER, ${columns.join(', ')} FROM ${rows} ${isPart}
        ORDER BY ${key}, ${order}`,
    );
    for await (const chunk of chunks) {
      whole.read(chunk.rowCount);
      yield chunk;
    }
  }
  whole.throwIfCutShort();
}
