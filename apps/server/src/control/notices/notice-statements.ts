import { integer, listOf, nullable, text } from '../sql/sql-type.ts';
import { statement } from '../sql/statement.ts';

export const LISTENERS = statement({
  sql: `SELECT e.id AS endpointId, p.id AS projectId, p.slug AS projectSlug FROM webhook_endpoints e
    JOIN projects p ON p.id = e.project_id
    WHERE (:projectId = '' OR e.project_id = :projectId) AND e.status <> 'disabled'
      AND (e.event_types = '[]' OR json_has(e.event_types, :type))
      AND (e.environment_id IS NULL OR :environmentId = '' OR e.environment_id = :environmentId) ORDER BY e.id`,
  params: { projectId: text, environmentId: text, type: text },
  row: { endpointId: text, projectId: text, projectSlug: text },
});
export const NAMED_ENDPOINTS = statement({
  sql: `SELECT e.id AS endpointId, p.id AS projectId, p.slug AS projectSlug FROM webhook_endpoints e
    JOIN projects p ON p.id = e.project_id WHERE e.project_id = :projectId AND e.id IN :ids
      AND e.status <> 'disabled' ORDER BY e.id`,
  params: { projectId: text, ids: listOf(text) },
  row: { endpointId: text, projectId: text, projectSlug: text },
});
export const ENVIRONMENT_SLUG = statement({
  sql: 'SELECT slug FROM environments WHERE id = :environmentId',
  params: { environmentId: text },
  row: { slug: text },
});
/** Of the deliveries of an endpoint: the number of the newest one, and of the oldest one that is pending. */
export const QUEUE_ENDS = statement({
  sql: `SELECT (SELECT max(seq) FROM webhook_deliveries WHERE endpoint_id = :endpointId) AS newest,
    (SELECT min(seq) FROM webhook_deliveries WHERE endpoint_id = :endpointId AND state = 'pending') AS oldestPending`,
  params: { endpointId: text },
  row: { newest: nullable(integer), oldestPending: nullable(integer) },
});
export const INSERT_DELIVERY = statement({
  sql: `INSERT INTO webhook_deliveries (id, endpoint_id, seq, message_id, event_type, payload, state, attempts, created_at)
    VALUES (:id, :endpointId, :seq, :messageId, :type, :payload, 'pending', 0, :atMs)`,
  params: { id: text, endpointId: text, seq: integer, messageId: text, type: text, payload: text, atMs: integer },
});
export const COUNT_DROPPED = statement({
  sql: 'UPDATE webhook_endpoints SET dropped = dropped + 1 WHERE id = :endpointId',
  params: { endpointId: text },
});
export const FIND_MARK = statement({
  sql: 'SELECT seen_at AS seenAtMs FROM notice_marks WHERE project_id = :projectId AND name = :name',
  params: { projectId: text, name: text },
  row: { seenAtMs: integer },
});
export const SET_MARK = statement({
  sql: `INSERT INTO notice_marks (project_id, name, seen_at) VALUES (:projectId, :name, :atMs)
    ON CONFLICT (project_id, name) DO UPDATE SET seen_at = excluded.seen_at`,
  params: { projectId: text, name: text, atMs: integer },
});
