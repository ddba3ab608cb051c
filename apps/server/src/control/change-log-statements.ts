import type { Actor } from './actor.ts';
import type { EntityState, EntityType } from './change.ts';
import { integer, json, nullable, text, textOf } from './sql/sql-type.ts';
import { statement } from './sql/statement.ts';

/** What an entry holds, but for its project and its time. */
export const changeColumns = {
  id: text,
  entityType: textOf<EntityType>(),
  entityId: text,
  entityKey: text,
  environmentId: nullable(text),
  action: text,
  actor: json<Actor>(),
  before: nullable(json<EntityState>()),
  after: nullable(json<EntityState>()),
  comment: nullable(text),
  configVersion: nullable(integer),
};

export const INSERT_CHANGE = statement({
  sql: `INSERT INTO changes (id, project_id, entity_type, entity_id, entity_key, environment_id, action, actor,
    before, after, comment, config_version, created_at) VALUES (:id, :projectId, :entityType, :entityId, :entityKey,
    :environmentId, :action, :actor, :before, :after, :comment, :configVersion, :atMs)`,
  params: { ...changeColumns, projectId: text, atMs: integer },
});
export const MOVE_VERSION = statement({
  sql: `UPDATE environments SET config_version = config_version + 1 WHERE id = :environmentId
    RETURNING config_version AS version`,
  params: { environmentId: text },
  row: { version: integer },
});
export const KEEP_VERSION = statement({
  sql: `INSERT INTO config_versions (environment_id, created_at, config_version)
    VALUES (:environmentId, :atMs, :version)`,
  params: { environmentId: text, atMs: integer, version: integer },
});
export const LAST_CHANGE = statement({
  sql: 'SELECT max(created_at) AS last FROM changes WHERE project_id = :projectId',
  params: { projectId: text },
  row: { last: nullable(integer) },
});
export const ENVIRONMENTS = statement({
  sql: 'SELECT id FROM environments WHERE project_id = :projectId ORDER BY id',
  params: { projectId: text },
  row: { id: text },
});
