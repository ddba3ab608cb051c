import { integer, json, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { FeedbackType } from './feedback-store.ts';

const content = {
  id: text,
  type: textOf<FeedbackType>(),
  message: text,
  metadata: nullable(json<Readonly<Record<string, unknown>>>()),
  createdAtMs: integer,
};
const feedback = { ...content, projectId: nullable(text), projectSlug: nullable(text) };
const FEEDBACK = `SELECT f.id, f.type, f.message, f.metadata, f.project_id AS projectId, p.slug AS projectSlug,
  f.created_at AS createdAtMs FROM feedback AS f LEFT JOIN projects AS p ON p.id = f.project_id`;

export const LIST_FEEDBACK = statement({
  sql: `${FEEDBACK} WHERE f.id < :cursor ORDER BY f.id DESC LIMIT :limit`,
  params: { cursor: text, limit: integer },
  row: feedback,
});
export const FIND_FEEDBACK = statement({ sql: `${FEEDBACK} WHERE f.id = :id`, params: { id: text }, row: feedback });
export const INSERT_FEEDBACK = statement({
  sql: `INSERT INTO feedback (id, type, message, metadata, project_id, created_at)
    VALUES (:id, :type, :message, :metadata, :projectId, :createdAtMs)`,
  params: { ...content, projectId: nullable(uuid) },
});
/** Even a short one takes some room. */
const BYTES = "greatest(1024, length(message) + length(coalesce(metadata, '')))";
export const DELETE_OLDEST = statement({
  sql: `DELETE FROM feedback WHERE id <= (SELECT max(id) FROM (
      SELECT id, sum(${BYTES}) OVER (ORDER BY id DESC) AS bytes FROM feedback) AS newest WHERE bytes > :maxBytes)`,
  params: { maxBytes: integer },
});
