import type { Actor } from '../../control/actor.ts';
import type { EntityType } from '../../control/change.ts';
import { integer, json, nullable, text, textOf, uuid, type ValuesOf } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { ChangeRequestDraft, RequestOrigin, RequestStatus } from './change-request.ts';

const requestRow = {
  id: text,
  projectId: text,
  environmentId: nullable(text),
  origin: textOf<RequestOrigin>(),
  author: json<Actor>(),
  comment: nullable(text),
  operation: text,
  args: json<readonly unknown[]>(),
  changes: json<ChangeRequestDraft['changes']>(),
  baseMs: integer,
  configVersion: nullable(integer),
  status: textOf<RequestStatus>(),
  decidedBy: nullable(json<Actor>()),
  decisionComment: nullable(text),
  decidedAtMs: nullable(integer),
  createdAtMs: integer,
};
export type ChangeRequestRow = ValuesOf<typeof requestRow>;

const REQUEST = `SELECT id, project_id AS projectId, environment_id AS environmentId, origin, author, comment, operation,
  args, changes, base_at AS baseMs, config_version AS configVersion, status, decided_by AS decidedBy,
  decision_comment AS decisionComment, decided_at AS decidedAtMs, created_at AS createdAtMs FROM change_requests`;

export const LIST_REQUESTS = statement({
  sql: `${REQUEST} WHERE project_id = :projectId AND id < :cursor AND (:status IS NULL OR status = :status)
    AND (:environmentId IS NULL OR environment_id = :environmentId OR environment_id IS NULL)
    AND (:entityId IS NULL OR entity_id = :entityId) ORDER BY id DESC LIMIT :limit`,
  params: {
    projectId: uuid,
    cursor: text,
    status: nullable(textOf<RequestStatus>()),
    environmentId: nullable(uuid),
    entityId: nullable(uuid),
    limit: integer,
  },
  row: requestRow,
});
export const FIND_REQUEST = statement({
  sql: `${REQUEST} WHERE project_id = :projectId AND id = :id`,
  params: { projectId: uuid, id: uuid },
  row: requestRow,
});
export const COUNT_PENDING = statement({
  sql: "SELECT count(*) AS pending FROM change_requests WHERE project_id = :projectId AND status = 'pending'",
  params: { projectId: uuid },
  row: { pending: integer },
});
export const INSERT_REQUEST = statement({
  sql: `INSERT INTO change_requests (id, project_id, environment_id, entity_id, origin, author, comment, operation, args,
    changes, base_at, config_version, status, decided_by, decision_comment, decided_at, created_at)
    VALUES (:id, :projectId, :environmentId, :entityId, :origin, :author, :comment, :operation, :args, :changes, :baseMs,
    :configVersion, :status, :decidedBy, :decisionComment, :decidedAtMs, :createdAtMs)`,
  params: { ...requestRow, entityId: text },
});
export const DECIDE_REQUEST = statement({
  sql: `UPDATE change_requests SET status = :status, decided_by = :decidedBy, decision_comment = :decisionComment,
    decided_at = :decidedAtMs WHERE id = :id`,
  params: {
    id: text,
    status: requestRow.status,
    decidedBy: requestRow.decidedBy,
    decisionComment: requestRow.decisionComment,
    decidedAtMs: requestRow.decidedAtMs,
  },
});
export const CHANGED_SINCE = statement({
  sql: `SELECT 1 AS changed FROM changes WHERE project_id = :projectId AND entity_type = :entityType
    AND entity_id = :entityId AND environment_id IS NOT DISTINCT FROM :environmentId AND created_at >= :baseMs LIMIT 1`,
  params: {
    projectId: text,
    entityType: textOf<EntityType>(),
    entityId: text,
    environmentId: nullable(text),
    baseMs: integer,
  },
  row: { changed: integer },
});
