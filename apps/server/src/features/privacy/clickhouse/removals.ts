import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import { inScope } from '../../../analytics/clickhouse/relations/conditions.ts';
import { visible } from '../../../analytics/clickhouse/visible.ts';
import type { Scope } from '../../../edge/scope.ts';
import { uuid } from '../../../engines/clickhouse/clickhouse-sql.ts';
import {
  type Removal,
  type RemovalsParams,
  type RemovalsResult,
  removalOf,
  removedTables,
} from '../queries/removals.ts';

/** A record that was appended twice, because nobody knew whether it was there, counts together. */
export async function removals(reader: ClickhouseReader, { removalIds }: RemovalsParams): Promise<RemovalsResult> {
  if (removalIds.length === 0) return {};
  const sums = removedTables.map((table) => `sum(${table})`).join(', ');
  const rows = await reader.rows(
    `SELECT toString(id), min(is_scrubbed), any(toString(p)), any(toString(e)),
      arrayStringConcat(groupArray(fingerprints), ','), ${sums}
     FROM ${visible('removals')} WHERE id IN (${removalIds.map(uuid).join(', ')}) GROUP BY id`,
  );
  const found: [string, Removal][] = [];
  for (const [id, scrubbed, projectId, environmentId, fingerprints, ...counts] of rows) {
    const isScrubbed = Boolean(scrubbed);
    const scope = { projectId: String(projectId), environmentId: String(environmentId) };
    const orphans = isScrubbed ? await orphansIn(reader, scope) : [];
    found.push([String(id), removalOf(isScrubbed, String(fingerprints), orphans, counts)]);
  }
  return Object.fromEntries(found);
}

/** Of reports that were being grouped while they were erased. */
async function orphansIn(reader: ClickhouseReader, scope: Scope): Promise<string[]> {
  const rows = await reader.rows(
    `SELECT DISTINCT toString(fingerprint) FROM ${visible('crash_groupings')} WHERE ${inScope(scope)}
      AND crash_id NOT IN (SELECT crash_id FROM ${visible('crashes')} WHERE ${inScope(scope)})`,
  );
  return rows.map(([fingerprint]) => String(fingerprint));
}
