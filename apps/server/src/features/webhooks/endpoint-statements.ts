import type { WebhookEvent } from '@lamppost/protocol';
import { integer, json, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { EndpointKind, EndpointStatus } from './webhook-store.ts';

export const endpoint = {
  id: text,
  projectId: text,
  environmentId: nullable(text),
  kind: textOf<EndpointKind>(),
  name: text,
  target: text,
  eventTypes: json<readonly WebhookEvent[]>(),
  secret: text,
  oldSecret: nullable(text),
  oldSecretUntilMs: nullable(integer),
  status: textOf<EndpointStatus>(),
  retryAtMs: integer,
  failingSinceMs: nullable(integer),
  givenUp: integer,
  dropped: integer,
  lastError: nullable(text),
  lastDeliveredAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const listed = { ...endpoint, pending: integer };
export const ENDPOINT_COLUMNS = `e.id, e.project_id AS projectId, e.environment_id AS environmentId, e.kind, e.name, e.target,
  e.event_types AS eventTypes, e.secret, e.old_secret AS oldSecret, e.old_secret_until AS oldSecretUntilMs, e.status,
  e.retry_at AS retryAtMs, e.failing_since AS failingSinceMs, e.given_up AS givenUp, e.dropped,
  e.last_error AS lastError, e.last_delivered_at AS lastDeliveredAtMs, e.created_at AS createdAtMs,
  e.updated_at AS updatedAtMs`;
const PENDING = `(SELECT count(*) FROM webhook_deliveries d WHERE d.endpoint_id = e.id AND d.state = 'pending') AS pending`;

export const LIST_ENDPOINTS = statement({
  sql: `SELECT ${ENDPOINT_COLUMNS}, ${PENDING} FROM webhook_endpoints e
    WHERE e.project_id = :projectId AND e.id < :cursor ORDER BY e.id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: listed,
});
export const FIND_ENDPOINT = statement({
  sql: `SELECT ${ENDPOINT_COLUMNS}, ${PENDING} FROM webhook_endpoints e WHERE e.project_id = :projectId AND e.id = :id`,
  params: { projectId: uuid, id: uuid },
  row: listed,
});
export const COUNT_ENDPOINTS = statement({
  sql: 'SELECT count(*) AS endpoints FROM webhook_endpoints WHERE project_id = :projectId',
  params: { projectId: uuid },
  row: { endpoints: integer },
});
export const INSERT_ENDPOINT = statement({
  sql: `INSERT INTO webhook_endpoints (id, project_id, environment_id, kind, name, target, event_types, secret, old_secret,
    old_secret_until, status, retry_at, failing_since, given_up, dropped, last_error, last_delivered_at, created_at,
    updated_at) VALUES (:id, :projectId, :environmentId, :kind, :name, :target, :eventTypes, :secret, :oldSecret,
    :oldSecretUntilMs, :status, :retryAtMs, :failingSinceMs, :givenUp, :dropped, :lastError, :lastDeliveredAtMs,
    :createdAtMs, :updatedAtMs)`,
  params: endpoint,
});
export const SAVE_ENDPOINT = statement({
  sql: `UPDATE webhook_endpoints SET environment_id = :environmentId, name = :name, target = :target,
    event_types = :eventTypes, secret = :secret, old_secret = :oldSecret, old_secret_until = :oldSecretUntilMs,
    status = :status, retry_at = :retryAtMs, failing_since = :failingSinceMs, given_up = :givenUp,
    updated_at = :updatedAtMs WHERE id = :id`,
  params: {
    id: endpoint.id,
    environmentId: endpoint.environmentId,
    name: text,
    target: text,
    eventTypes: endpoint.eventTypes,
    secret: text,
    oldSecret: endpoint.oldSecret,
    oldSecretUntilMs: endpoint.oldSecretUntilMs,
    status: endpoint.status,
    retryAtMs: integer,
    failingSinceMs: endpoint.failingSinceMs,
    givenUp: integer,
    updatedAtMs: integer,
  },
});
export const SETTLE_ENDPOINT = statement({
  sql: `UPDATE webhook_endpoints SET status = :status, retry_at = :retryAtMs, failing_since = :failingSinceMs,
    given_up = :givenUp, last_error = :lastError, last_delivered_at = coalesce(:deliveredAtMs, last_delivered_at)
    WHERE id = :id`,
  params: {
    id: text,
    status: endpoint.status,
    retryAtMs: integer,
    failingSinceMs: endpoint.failingSinceMs,
    givenUp: integer,
    lastError: endpoint.lastError,
    deliveredAtMs: nullable(integer),
  },
});
export const DELETE_ENDPOINT = statement({
  sql: 'DELETE FROM webhook_endpoints WHERE id = :id',
  params: { id: text },
});
export const FORGET_OLD_SECRETS = statement({
  sql: 'UPDATE webhook_endpoints SET old_secret = NULL, old_secret_until = NULL WHERE old_secret_until <= :nowMs',
  params: { nowMs: integer },
});
export const LISTENING = statement({
  sql: `SELECT DISTINCT e.project_id AS projectId, e.environment_id AS environmentId FROM webhook_endpoints e
    WHERE e.status <> 'disabled' AND (e.event_types = '[]' OR json_has(e.event_types, :type))`,
  params: { type: text },
  row: { projectId: text, environmentId: nullable(text) },
});
