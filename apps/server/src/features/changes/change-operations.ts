import type { Change, EntityState } from '../../control/change.ts';
import { reading } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import type { Ruleset } from '../../edge/ruleset.ts';
import type { Sql } from '../../engines/sqlite/sql.ts';
import type { ChangeFilter, EntityAt } from './change-store.ts';
import { type RulesetChange, rulesetAt } from './ruleset-at.ts';

type ChangeRow = Omit<Change, 'actor' | 'before' | 'after'> & Record<'actor', string> & StateRow;
type StateRow = { readonly before: string | null; readonly after: string | null };

const CHANGE = `SELECT id, nullif(project_id, '') AS projectId, entity_type AS entityType, entity_id AS entityId,
  entity_key AS entityKey, environment_id AS environmentId, action, actor, before, after,
  config_version AS configVersion, created_at AS createdAtMs FROM changes`;
// Moments are unique in a project, so a page begins after the moment of its cursor.
const AFTER_CURSOR = `created_at < coalesce((SELECT created_at FROM changes WHERE id = ?2 AND project_id = ?1),
  CASE WHEN ?2 IS NULL THEN 9e15 ELSE 0 END)`;
const LIST = `${CHANGE} WHERE project_id = ?1 AND ${AFTER_CURSOR} AND created_at >= ?3 AND created_at < ?4
  AND (?5 IS NULL OR entity_type = ?5) AND (?6 IS NULL OR entity_id = ?6)
  AND (?7 IS NULL OR json_extract(actor, '$.id') = ?7) AND (?8 IS NULL OR instr(lower(entity_key), lower(?8)) > 0)
  ORDER BY created_at DESC LIMIT ?9`;
const OF_FLAG = `${CHANGE} WHERE project_id = ?1 AND ${AFTER_CURSOR} AND entity_type IN ('flag', 'targeting')
  AND entity_id = ?3 ORDER BY created_at DESC LIMIT ?4`;
const STATE_AT = `SELECT after FROM changes WHERE project_id = ? AND entity_type = ? AND entity_id = ?
  AND environment_id IS ? AND created_at <= ? ORDER BY created_at DESC LIMIT 1`;
const VERSION_AT = `SELECT config_version AS version FROM config_versions WHERE environment_id = ? AND created_at <= ?
  ORDER BY created_at DESC LIMIT 1`;
// With max(), SQLite takes the other columns from the row that has the maximum.
const LAST_OF_EACH = `SELECT entity_type AS entityType, entity_id AS entityId, environment_id AS environmentId, after,
  max(created_at) AS createdAtMs FROM changes
  WHERE project_id = ? AND entity_type = ? AND created_at <= ? GROUP BY entity_id, environment_id`;
const SERVED = ['flag', 'targeting', 'experiment', 'group', 'group_member'] as const;

export function changeOperations(sql: Sql) {
  return {
    'changes.list': reading((filter: ChangeFilter, page: PageRequest): Page<Change> => {
      const { projectId, fromMs = 0, toMs = Number.MAX_SAFE_INTEGER, entityType = null, entityId = null } = filter;
      const project = projectId?.toLowerCase() ?? '';
      const cursor = page.cursor?.toLowerCase() ?? null;
      const { actorId = null, search = null } = filter;
      const about = [entityType, entityId, actorId, search] as const;
      const rows = sql.all<ChangeRow>(LIST, project, cursor, fromMs, toMs, ...about, page.limit + 1);
      return pageOf(rows.map(readChange), page);
    }),
    'changes.find': reading((projectId: string | null, id: string): Change | undefined => {
      const text = `${CHANGE} WHERE id = ? AND project_id = ?`;
      const row = sql.one<ChangeRow>(text, id.toLowerCase(), projectId?.toLowerCase() ?? '');
      return row && readChange(row);
    }),
    'changes.stateAt': reading(({ projectId, entityType, entityId, environmentId, atMs }: EntityAt) => {
      const row = sql.one<{ after: string | null }>(
        STATE_AT,
        projectId.toLowerCase(),
        entityType,
        entityId,
        environmentId?.toLowerCase() ?? null,
        atMs,
      );
      return readState(row?.after ?? null);
    }),
    'changes.rulesetAt': reading((projectId: string, environmentId: string, atMs: number): Ruleset | undefined => {
      const project = projectId.toLowerCase();
      const environment = environmentId.toLowerCase();
      const known = sql.one('SELECT 1 FROM environments WHERE id = ? AND project_id = ?', environment, project);
      if (known === undefined) return undefined;
      const changes = SERVED.flatMap((type) =>
        sql
          .all<Omit<RulesetChange, 'after'> & { after: string | null }>(LAST_OF_EACH, project, type, atMs)
          .map((row): RulesetChange => ({ ...row, after: readState(row.after) })),
      );
      const version = sql.one<{ version: number }>(VERSION_AT, environment, atMs)?.version ?? 1;
      return rulesetAt(changes, environment, version);
    }),
  };
}

/** Changes of a flag and of its targeting. */
export function flagHistory(sql: Sql, projectId: string, flagId: string, page: PageRequest): Page<Change> {
  const cursor = page.cursor?.toLowerCase() ?? null;
  return pageOf(sql.all<ChangeRow>(OF_FLAG, projectId, cursor, flagId, page.limit + 1).map(readChange), page);
}

function readChange(row: ChangeRow): Change {
  return { ...row, actor: JSON.parse(row.actor), before: readState(row.before), after: readState(row.after) };
}

function readState(text: string | null): EntityState | null {
  return text === null ? null : JSON.parse(text);
}
