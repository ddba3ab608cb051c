import type { DuckDBConnection } from '@duckdb/node-api';
import type { Removal, RemovalAnswer, RemovalQuestion } from '../../../../analytics/queries/removal.ts';
import { personTables } from '../doomed-rows.ts';

/** A record that was appended twice, because nobody knew whether it was there, counts together. */
export async function removal(connection: DuckDBConnection, { removalId }: RemovalQuestion): Promise<RemovalAnswer> {
  const sums = personTables.map((table) => `sum(${table})`).join(', ');
  const result = await connection.run(
    `SELECT count(*), bool_and(is_scrubbed), ${sums} FROM store.removals WHERE id = ?::UUID`,
    [removalId],
  );
  const [[records, isScrubbed, ...counts] = []] = await result.getRowsJS();
  if (Number(records) === 0) return undefined;
  return {
    counts: Object.fromEntries(personTables.map((table, at) => [table, Number(counts[at])])) as Removal['counts'],
    isScrubbed: isScrubbed === true,
  };
}
