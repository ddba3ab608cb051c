import { boolean, integer, json, listOf, nullable, real, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { Alert, JudgedInterval } from './alert.ts';
import type { AlertTransition } from './alert-store.ts';
import type { AlertState } from './judging/alert-machine.ts';

const definition = json<Pick<Alert, 'query' | 'interval' | 'step' | 'condition' | 'forIntervals' | 'recovery'>>();
const alert = {
  id: text,
  projectId: text,
  environmentId: text,
  name: text,
  definition,
  remind: textOf<Alert['remind']>(),
  webhookIds: json<readonly string[]>(),
  revision: integer,
  state: textOf<AlertState>(),
  stateSinceMs: integer,
  message: nullable(text),
  judged: nullable(json<JudgedInterval>()),
  progress: json<Alert['progress']>(),
  told: json<Alert['told']>(),
  isMuted: boolean,
  mutedUntilMs: nullable(integer),
  checkedAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const COLUMNS = `id, project_id AS projectId, environment_id AS environmentId, name, definition, remind,
  webhook_ids AS webhookIds, revision, state, state_since AS stateSinceMs, message, judged, progress, told,
  is_muted AS isMuted, muted_until AS mutedUntilMs, checked_at AS checkedAtMs, created_at AS createdAtMs,
  updated_at AS updatedAtMs`;

export const LIST_ALERTS = statement({
  sql: `SELECT ${COLUMNS} FROM alerts WHERE project_id = :projectId AND environment_id = :environmentId
    AND (:state = '' OR state = :state) AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, environmentId: uuid, state: text, cursor: text, limit: integer },
  row: alert,
});
export const FIND_ALERT = statement({
  sql: `SELECT ${COLUMNS} FROM alerts WHERE project_id = :projectId AND id = :id`,
  params: { projectId: uuid, id: uuid },
  row: alert,
});
export const FIND_JUDGED = statement({
  sql: `SELECT ${COLUMNS} FROM alerts WHERE id = :id`,
  params: { id: text },
  row: alert,
});
export const ALL_ALERTS = statement({ sql: `SELECT ${COLUMNS} FROM alerts ORDER BY id`, row: alert });
export const MARK = statement({
  sql: `SELECT count(*) AS alerts, coalesce(sum(revision), 0) AS revisions, coalesce(max(id), '') AS newest FROM alerts`,
  row: { alerts: integer, revisions: integer, newest: text },
});
export const COUNT_ALERTS = statement({
  sql: 'SELECT count(*) AS alerts FROM alerts WHERE project_id = :projectId',
  params: { projectId: uuid },
  row: { alerts: integer },
});
export const SAVE_ALERT = statement({
  sql: `INSERT INTO alerts (id, project_id, environment_id, name, definition, remind, webhook_ids, revision, state,
    state_since, message, judged, progress, told, is_muted, muted_until, checked_at, created_at, updated_at)
    VALUES (:id, :projectId, :environmentId, :name, :definition, :remind, :webhookIds, :revision, :state,
    :stateSinceMs, :message, :judged, :progress, :told, :isMuted, :mutedUntilMs, :checkedAtMs, :createdAtMs,
    :updatedAtMs)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, definition = excluded.definition, remind = excluded.remind,
    webhook_ids = excluded.webhook_ids, revision = excluded.revision, state = excluded.state,
    state_since = excluded.state_since, message = excluded.message, judged = excluded.judged,
    progress = excluded.progress, told = excluded.told, is_muted = excluded.is_muted,
    muted_until = excluded.muted_until, checked_at = excluded.checked_at, updated_at = excluded.updated_at`,
  params: alert,
});
export const DELETE_ALERT = statement({ sql: 'DELETE FROM alerts WHERE id = :id', params: { id: text } });
export const OWN_WEBHOOKS = statement({
  sql: 'SELECT id FROM webhook_endpoints WHERE project_id = :projectId AND id IN :ids',
  params: { projectId: uuid, ids: listOf(text) },
  row: { id: text },
});

const transition = {
  id: text,
  fromState: textOf<AlertState>(),
  toState: textOf<AlertState>(),
  atMs: integer,
  judged: nullable(json<JudgedInterval>()),
  message: nullable(text),
  told: textOf<AlertTransition['told']>(),
};
export const INSERT_TRANSITION = statement({
  sql: `INSERT INTO alert_transitions (id, alert_id, from_state, to_state, at, judged, message, told)
    VALUES (:id, :alertId, :fromState, :toState, :atMs, :judged, :message, :told)`,
  params: { ...transition, alertId: text },
});
export const LIST_TRANSITIONS = statement({
  sql: `SELECT id, from_state AS fromState, to_state AS toState, at AS atMs, judged, message, told FROM alert_transitions
    WHERE alert_id = :alertId ORDER BY id DESC LIMIT :limit`,
  params: { alertId: text, limit: integer },
  row: transition,
});
export const PRUNE_TRANSITIONS = statement({
  sql: `DELETE FROM alert_transitions WHERE alert_id = :alertId AND id < (SELECT id FROM alert_transitions
    WHERE alert_id = :alertId ORDER BY id DESC LIMIT 1 OFFSET :kept)`,
  params: { alertId: text, kept: integer },
});

const point = {
  fromMs: integer,
  toMs: integer,
  value: nullable(real),
  low: nullable(real),
  high: nullable(real),
  isBreached: boolean,
};
export const SAVE_POINT = statement({
  sql: `INSERT INTO alert_points (alert_id, from_ms, to_ms, value, low, high, is_breached)
    VALUES (:alertId, :fromMs, :toMs, :value, :low, :high, :isBreached)
    ON CONFLICT (alert_id, from_ms) DO UPDATE SET to_ms = excluded.to_ms, value = excluded.value, low = excluded.low,
    high = excluded.high, is_breached = excluded.is_breached`,
  params: { ...point, alertId: text },
});
export const LIST_POINTS = statement({
  sql: `SELECT from_ms AS fromMs, to_ms AS toMs, value, low, high, is_breached AS isBreached FROM alert_points
    WHERE alert_id = :alertId ORDER BY from_ms DESC LIMIT :limit`,
  params: { alertId: text, limit: integer },
  row: point,
});
export const PRUNE_POINTS = statement({
  sql: `DELETE FROM alert_points WHERE alert_id = :alertId AND from_ms < (SELECT from_ms FROM alert_points
    WHERE alert_id = :alertId ORDER BY from_ms DESC LIMIT 1 OFFSET :kept)`,
  params: { alertId: text, kept: integer },
});
export const FORGET_POINTS = statement({
  sql: 'DELETE FROM alert_points WHERE alert_id = :alertId',
  params: { alertId: text },
});
