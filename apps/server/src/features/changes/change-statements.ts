import type { Change, EntityState, EntityType } from '../../control/change.ts';
import { changeColumns } from '../../control/change-log-statements.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { pageOf } from '../../control/page-of.ts';
import type { Db } from '../../control/sql/db.ts';
import { integer, json, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';

const changeRow = { ...changeColumns, projectId: nullable(text), createdAtMs: integer };
const CHANGE = `SELECT id, nullif(project_id, '') AS projectId, entity_type AS entityType, entity_id AS entityId,
  entity_key AS entityKey, environment_id AS environmentId, action, actor, before, after, comment,
  config_version AS configVersion, created_at AS createdAtMs FROM changes`;
// Moments are unique in a project, so a page begins after the moment of its cursor.
const AFTER_CURSOR = `created_at < coalesce((SELECT created_at FROM changes
  WHERE id = :cursor AND project_id = :projectId), CASE WHEN :cursor IS NULL THEN 9000000000000000 ELSE 0 END)`;

export const LIST = statement({
  sql: `${CHANGE} WHERE project_id = :projectId AND ${AFTER_CURSOR} AND created_at >= :fromMs AND created_at < :toMs
    AND (:entityType IS NULL OR entity_type = :entityType) AND (:entityId IS NULL OR entity_id = :entityId)
    AND (:actorId IS NULL OR json_text(actor, 'id') = :actorId)
    AND (:search IS NULL OR strpos(lower(entity_key), lower(:search)) > 0) ORDER BY created_at DESC LIMIT :limit`,
  params: {
    projectId: uuid,
    cursor: nullable(uuid),
    fromMs: integer,
    toMs: integer,
    entityType: nullable(text),
    entityId: nullable(text),
    actorId: nullable(text),
    search: nullable(text),
    limit: integer,
  },
  row: changeRow,
});
const OF_FLAG = statement({
  sql: `${CHANGE} WHERE project_id = :projectId AND ${AFTER_CURSOR} AND entity_type IN ('flag', 'targeting', 'schedule')
    AND entity_id = :flagId ORDER BY created_at DESC LIMIT :limit`,
  params: { projectId: text, cursor: nullable(uuid), flagId: text, limit: integer },
  row: changeRow,
});
export const FIND = statement({
  sql: `${CHANGE} WHERE id = :id AND project_id = :projectId`,
  params: { id: uuid, projectId: uuid },
  row: changeRow,
});
export const STATE_AT = statement({
  sql: `SELECT after FROM changes WHERE project_id = :projectId AND entity_type = :entityType AND entity_id = :entityId
    AND environment_id IS NOT DISTINCT FROM :environmentId AND created_at <= :atMs ORDER BY created_at DESC LIMIT 1`,
  params: {
    projectId: uuid,
    entityType: textOf<EntityType>(),
    entityId: text,
    environmentId: nullable(uuid),
    atMs: integer,
  },
  row: { after: nullable(json<EntityState>()) },
});
export const VERSION_AT = statement({
  sql: `SELECT config_version AS version FROM config_versions
    WHERE environment_id = :environmentId AND created_at <= :atMs ORDER BY created_at DESC LIMIT 1`,
  params: { environmentId: text, atMs: integer },
  row: { version: integer },
});
export const FIND_ENVIRONMENT = statement({
  sql: 'SELECT 1 FROM environments WHERE id = :environmentId AND project_id = :projectId',
  params: { environmentId: text, projectId: text },
});
/** Moments are unique in a project, so the last change of an entity is one row. */
export const LAST_OF_EACH = statement({
  sql: `SELECT c.entity_type AS entityType, c.entity_id AS entityId, c.environment_id AS environmentId, c.after,
    c.created_at AS createdAtMs FROM changes c JOIN (SELECT max(created_at) AS last FROM changes
      WHERE project_id = :projectId AND entity_type = :entityType AND created_at <= :atMs
      GROUP BY entity_id, environment_id) l ON c.created_at = l.last
    WHERE c.project_id = :projectId AND c.entity_type = :entityType`,
  params: { projectId: text, entityType: textOf<EntityType>(), atMs: integer },
  row: {
    entityType: textOf<EntityType>(),
    entityId: text,
    environmentId: nullable(text),
    after: nullable(json<EntityState>()),
    createdAtMs: integer,
  },
});

/** Changes of a flag and of its targeting. */
export async function flagHistory(db: Db, projectId: string, flagId: string, page: PageRequest): Promise<Page<Change>> {
  const rows = await db.all(OF_FLAG, { projectId, cursor: page.cursor ?? null, flagId, limit: page.limit + 1 });
  return pageOf(rows, page);
}
