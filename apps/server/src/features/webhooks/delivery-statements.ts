import type { SentWebhookEvent } from '@lamppost/protocol';
import { integer, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import { ENDPOINT_COLUMNS, endpoint } from './endpoint-statements.ts';
import type { DeliveryState } from './webhook-store.ts';

const state = textOf<DeliveryState>();
const outcome = {
  attemptedAtMs: nullable(integer),
  durationMs: nullable(integer),
  responseStatus: nullable(integer),
  responseBody: nullable(text),
  error: nullable(text),
};
const delivery = {
  id: text,
  endpointId: text,
  messageId: text,
  type: textOf<SentWebhookEvent>(),
  payload: text,
  state,
  attempts: integer,
  createdAtMs: integer,
  ...outcome,
};
const COLUMNS = `d.id, d.endpoint_id AS endpointId, d.message_id AS messageId, d.event_type AS type, d.payload, d.state,
  d.attempts, d.created_at AS createdAtMs, d.attempted_at AS attemptedAtMs, d.duration_ms AS durationMs,
  d.response_status AS responseStatus, d.response_body AS responseBody, d.error`;

export const LIST_DELIVERIES = statement({
  sql: `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.endpoint_id = :endpointId AND d.id < :cursor
    AND (:state = '' OR d.state = :state) ORDER BY d.id DESC LIMIT :limit`,
  params: { endpointId: uuid, state: textOf<DeliveryState | ''>(), cursor: text, limit: integer },
  row: delivery,
});
export const FIND_DELIVERY = statement({
  sql: `SELECT ${COLUMNS} FROM webhook_deliveries d WHERE d.id = :id`,
  params: { id: uuid },
  row: delivery,
});
export const DUE_ENDPOINTS = statement({
  sql: `SELECT ${ENDPOINT_COLUMNS}, d.id AS deliveryId FROM webhook_endpoints e JOIN webhook_deliveries d
    ON d.endpoint_id = e.id AND d.seq =
      (SELECT min(p.seq) FROM webhook_deliveries p WHERE p.endpoint_id = e.id AND p.state = 'pending')
    WHERE e.status = 'active' AND e.retry_at <= :nowMs ORDER BY e.retry_at, e.id LIMIT :limit`,
  params: { nowMs: integer, limit: integer },
  row: { ...endpoint, deliveryId: text },
});
export const ENDPOINT_OF_DELIVERY = statement({
  sql: `SELECT ${ENDPOINT_COLUMNS} FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
    WHERE d.id = :id`,
  params: { id: text },
  row: endpoint,
});
export const OTHER_PENDING = statement({
  sql: `SELECT d.id FROM webhook_deliveries d WHERE d.endpoint_id = :endpointId AND d.state = 'pending' AND d.id <> :id
    LIMIT 1`,
  params: { endpointId: text, id: text },
  row: { id: text },
});
export const SETTLE_DELIVERY = statement({
  sql: `UPDATE webhook_deliveries SET state = :state, attempts = attempts + 1, attempted_at = :attemptedAtMs,
    duration_ms = :durationMs, response_status = :responseStatus, response_body = :responseBody, error = :error
    WHERE id = :id`,
  params: { id: text, state, ...outcome },
});
export const EXPIRE_PENDING = statement({
  sql: `UPDATE webhook_deliveries SET state = 'failed', error = :error WHERE state = 'pending' AND created_at <= :beforeMs
    AND endpoint_id IN (SELECT id FROM webhook_endpoints WHERE status <> 'active')`,
  params: { beforeMs: integer, error: text },
});
export const DELETE_OLD = statement({
  sql: `DELETE FROM webhook_deliveries WHERE state <> 'pending' AND created_at <= :beforeMs`,
  params: { beforeMs: integer },
});
export const DELETE_ABOVE_LIMIT = statement({
  sql: `DELETE FROM webhook_deliveries WHERE state <> 'pending' AND seq <=
    (SELECT max(n.seq) FROM webhook_deliveries n WHERE n.endpoint_id = webhook_deliveries.endpoint_id) - :kept`,
  params: { kept: integer },
});
export const DELETE_OLD_MARKS = statement({
  sql: 'DELETE FROM notice_marks WHERE seen_at <= :beforeMs',
  params: { beforeMs: integer },
});
export const BACKLOG = statement({
  sql: `SELECT count(*) AS pending, min(created_at) AS oldestPendingAtMs,
    (SELECT count(*) FROM webhook_endpoints WHERE status = 'paused') AS paused
    FROM webhook_deliveries WHERE state = 'pending'`,
  row: { pending: integer, oldestPendingAtMs: nullable(integer), paused: integer },
});
