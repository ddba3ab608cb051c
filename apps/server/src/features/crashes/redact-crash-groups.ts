import type { Scope } from '../../edge/scope.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import { ERASED_MARK } from '../privacy/privacy-store.ts';

interface ChangeRow {
  readonly id: string;
  readonly before: string | null;
  readonly after: string | null;
}

// Titles hold what a report said, and a custom fingerprint may be anything; where it crashed is the application's own.
const PLAIN = `title = coalesce(exception_type, '${ERASED_MARK}'), reason = json_set(reason, '$.used', json('[]'))`;
const FINGERPRINTS = `UPDATE crash_fingerprints SET ${PLAIN} WHERE environment_id = ? AND fingerprint = ?`;
const GROUPS = `UPDATE crash_groups SET ${PLAIN} WHERE environment_id = ?1 AND (fingerprint = ?2
  OR id IN (SELECT group_id FROM crash_fingerprints WHERE environment_id = ?1 AND fingerprint = ?2)) RETURNING id, title`;
const CHANGES = `SELECT id, before, after FROM changes WHERE project_id = ? AND entity_type = 'crash_group' AND entity_id = ?`;

/** Takes out of the descriptions of groups what reports said that are gone; answers how many groups that changed. */
export function redactCrashGroups(
  sql: Sql,
  { projectId, environmentId }: Scope,
  fingerprints: readonly string[],
): number {
  const groups = new Map<string, string>();
  for (const fingerprint of fingerprints) {
    for (const { id, title } of sql.all<{ id: string; title: string }>(GROUPS, environmentId, fingerprint)) {
      groups.set(id, title);
    }
    sql.run(FINGERPRINTS, environmentId, fingerprint);
  }
  for (const [groupId, title] of groups) redactChanges(sql, projectId, groupId, title);
  return groups.size;
}

/** The change log shows a group under this title from now on. */
export function redactChanges(sql: Sql, projectId: string, groupId: string, title: string): void {
  for (const { id, before, after } of sql.all<ChangeRow>(CHANGES, projectId, groupId)) {
    sql.run(
      'UPDATE changes SET before = ?, after = ?, entity_key = ? WHERE id = ?',
      titled(before, title),
      titled(after, title),
      title,
      id,
    );
  }
}

function titled(state: string | null, title: string): string | null {
  if (state === null) return null;
  const { reason, ...group } = JSON.parse(state) as { readonly reason?: object };
  return JSON.stringify({ ...group, title, ...(reason === undefined ? {} : { reason: { ...reason, used: [] } }) });
}
