import type { DuckDBConnection } from '@duckdb/node-api';
import { everywhere } from '../../../analytics/duckdb/recent-rows.ts';
import {
  type Removal,
  type RemovalsParams,
  type RemovalsResult,
  removalOf,
  removedTables,
} from '../queries/removals.ts';

/** A record that was appended twice, because nobody knew whether it was there, counts together. */
export async function removals(connection: DuckDBConnection, { removalIds }: RemovalsParams): Promise<RemovalsResult> {
  if (removalIds.length === 0) return {};
  const sums = removedTables.map((table) => `sum(${table})`).join(', ');
  const result = await connection.run(
    `SELECT id::VARCHAR, bool_and(is_scrubbed), any_value(e)::VARCHAR, string_agg(fingerprints, ','), ${sums}
      FROM store.removals WHERE id IN (${removalIds.map(() => '?::UUID').join(', ')}) GROUP BY id`,
    [...removalIds],
  );
  const found: [string, Removal][] = [];
  for (const [id, isScrubbed, environmentId, fingerprints, ...counts] of await result.getRowsJS()) {
    const orphans = isScrubbed === true ? await orphansIn(connection, String(environmentId)) : [];
    found.push([String(id), removalOf(isScrubbed === true, String(fingerprints ?? ''), orphans, counts)]);
  }
  return Object.fromEntries(found);
}

/** Of reports that were being grouped while they were erased. */
async function orphansIn(connection: DuckDBConnection, environmentId: string): Promise<string[]> {
  const result = await connection.run(
    `SELECT DISTINCT fingerprint::VARCHAR FROM ${everywhere('crash_groupings')} WHERE e = ?::UUID
      AND crash_id NOT IN (SELECT crash_id FROM ${everywhere('crashes')} WHERE e = ?::UUID)`,
    [environmentId, environmentId],
  );
  return (await result.getRowsJS()).map(([fingerprint]) => String(fingerprint));
}
