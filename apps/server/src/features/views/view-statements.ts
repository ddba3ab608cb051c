import { integer, text, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';

const owner = { memberId: uuid, projectId: uuid };
const view = { id: text, page: text, name: text, search: text, createdAtMs: integer, updatedAtMs: integer };
const COLUMNS = 'id, page, name, search, created_at AS createdAtMs, updated_at AS updatedAtMs';
const OWN = 'member_id = :memberId AND project_id = :projectId';

export const LIST_VIEWS = statement({
  sql: `SELECT ${COLUMNS} FROM saved_views WHERE ${OWN} AND (:page = '' OR page = :page) AND id < :cursor
    ORDER BY id DESC LIMIT :limit`,
  params: { ...owner, page: text, cursor: text, limit: integer },
  row: view,
});
export const FIND_VIEW = statement({
  sql: `SELECT ${COLUMNS} FROM saved_views WHERE ${OWN} AND id = :id`,
  params: { ...owner, id: uuid },
  row: view,
});
export const FIND_VIEW_NAMED = statement({
  sql: `SELECT id FROM saved_views WHERE ${OWN} AND page = :page AND name = :name`,
  params: { ...owner, page: text, name: text },
  row: { id: text },
});
export const COUNT_VIEWS = statement({
  sql: `SELECT count(*) AS views FROM saved_views WHERE ${OWN}`,
  params: owner,
  row: { views: integer },
});
export const SAVE_VIEW = statement({
  sql: `INSERT INTO saved_views (id, member_id, project_id, page, name, search, created_at, updated_at)
    VALUES (:id, :memberId, :projectId, :page, :name, :search, :createdAtMs, :updatedAtMs) ON CONFLICT (id)
    DO UPDATE SET name = excluded.name, search = excluded.search, updated_at = excluded.updated_at`,
  params: { ...owner, ...view },
});
export const DELETE_VIEW = statement({
  sql: `DELETE FROM saved_views WHERE ${OWN} AND id = :id`,
  params: { ...owner, id: uuid },
});
