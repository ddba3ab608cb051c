import { integer, nullable, text, uuid } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';

const share = {
  id: text,
  projectId: text,
  dashboardId: text,
  environmentId: text,
  name: nullable(text),
  createdBy: text,
  createdAtMs: integer,
  expiresAtMs: integer,
  lastUsedAtMs: nullable(integer),
};
const COLUMNS = `s.id, s.project_id AS projectId, s.dashboard_id AS dashboardId, s.environment_id AS environmentId, s.name,
  s.created_by AS createdBy, s.created_at AS createdAtMs, s.expires_at AS expiresAtMs, s.last_used_at AS lastUsedAtMs`;

export const LIST_SHARES = statement({
  sql: `SELECT ${COLUMNS} FROM dashboard_shares s WHERE s.dashboard_id = :dashboardId AND s.id < :cursor
    ORDER BY s.id DESC LIMIT :limit`,
  params: { dashboardId: uuid, cursor: text, limit: integer },
  row: share,
});
export const FIND_SHARE = statement({
  sql: `SELECT ${COLUMNS} FROM dashboard_shares s
    WHERE s.project_id = :projectId AND s.dashboard_id = :dashboardId AND s.id = :id`,
  params: { projectId: uuid, dashboardId: uuid, id: uuid },
  row: share,
});
export const FIND_OPEN_SHARE = statement({
  sql: `SELECT ${COLUMNS} FROM dashboard_shares s JOIN dashboards d ON d.id = s.dashboard_id
    WHERE s.token_hash = :tokenHash AND s.expires_at > :nowMs AND d.archived_at IS NULL`,
  params: { tokenHash: text, nowMs: integer },
  row: share,
});
export const COUNT_SHARES = statement({
  sql: 'SELECT count(*) AS shares FROM dashboard_shares WHERE dashboard_id = :dashboardId',
  params: { dashboardId: text },
  row: { shares: integer },
});
export const INSERT_SHARE = statement({
  sql: `INSERT INTO dashboard_shares (id, project_id, dashboard_id, environment_id, name, token_hash, created_by,
    created_at, expires_at, last_used_at) VALUES (:id, :projectId, :dashboardId, :environmentId, :name, :tokenHash, :createdBy,
    :createdAtMs, :expiresAtMs, :lastUsedAtMs)`,
  params: { ...share, tokenHash: text },
});
export const NOTE_USE = statement({
  sql: 'UPDATE dashboard_shares SET last_used_at = :atMs WHERE id = :id',
  params: { id: text, atMs: integer },
});
export const DELETE_SHARE = statement({
  sql: 'DELETE FROM dashboard_shares WHERE id = :id',
  params: { id: text },
});
export const DELETE_EXPIRED = statement({
  sql: 'DELETE FROM dashboard_shares WHERE dashboard_id = :dashboardId AND expires_at < :beforeMs',
  params: { dashboardId: text, beforeMs: integer },
});
