import { integer, json, listOf, nullable, text, textOf, uuid } from '../../control/sql/sql-type.ts';
import { statement } from '../../control/sql/statement.ts';
import type { DigestFrequency } from './digest-schedule.ts';
import type { DigestRun, DigestStatus, DigestTarget, PauseReason, RunOrigin, RunState } from './digest-store.ts';

const digest = {
  id: text,
  projectId: text,
  environmentId: text,
  dashboardId: text,
  name: text,
  frequency: textOf<DigestFrequency>(),
  weekday: nullable(integer),
  time: text,
  targets: json<readonly string[]>(),
  status: textOf<DigestStatus>(),
  pauseReason: nullable(textOf<PauseReason>()),
  nextAtMs: nullable(integer),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const DIGEST = `SELECT id, project_id AS projectId, environment_id AS environmentId, dashboard_id AS dashboardId, name,
  frequency, weekday, time, targets, status, pause_reason AS pauseReason, next_at AS nextAtMs, created_at AS createdAtMs,
  updated_at AS updatedAtMs FROM digests`;

export const LIST_DIGESTS = statement({
  sql: `${DIGEST} WHERE project_id = :projectId AND id < :cursor ORDER BY id DESC LIMIT :limit`,
  params: { projectId: uuid, cursor: text, limit: integer },
  row: digest,
});
export const FIND_DIGEST = statement({
  sql: `${DIGEST} WHERE project_id = :projectId AND id = :id`,
  params: { projectId: uuid, id: uuid },
  row: digest,
});
export const DIGEST_BY_ID = statement({ sql: `${DIGEST} WHERE id = :id`, params: { id: text }, row: digest });
export const DIGESTS_OF_DASHBOARD = statement({
  sql: `${DIGEST} WHERE project_id = :projectId AND dashboard_id = :dashboardId ORDER BY id`,
  params: { projectId: text, dashboardId: text },
  row: digest,
});
export const DIGESTS_OF_TARGET = statement({
  sql: `${DIGEST} WHERE project_id = :projectId AND json_has(targets, :endpointId) ORDER BY id`,
  params: { projectId: text, endpointId: text },
  row: digest,
});
export const ACTIVE_DIGESTS = statement({
  sql: `${DIGEST} WHERE project_id = :projectId AND status = 'active' ORDER BY id`,
  params: { projectId: text },
  row: digest,
});
export const DUE_DIGESTS = statement({
  sql: `${DIGEST} WHERE next_at <= :nowMs ORDER BY next_at, id LIMIT 100`,
  params: { nowMs: integer },
  row: digest,
});
export const COUNT_DIGESTS = statement({
  sql: 'SELECT count(*) AS digests FROM digests WHERE project_id = :projectId',
  params: { projectId: text },
  row: { digests: integer },
});
export const SAVE_DIGEST = statement({
  sql: `INSERT INTO digests (id, project_id, environment_id, dashboard_id, name, frequency, weekday, time, targets, status,
    pause_reason, next_at, created_at, updated_at) VALUES (:id, :projectId, :environmentId, :dashboardId, :name, :frequency,
    :weekday, :time, :targets, :status, :pauseReason, :nextAtMs, :createdAtMs, :updatedAtMs) ON CONFLICT (id) DO UPDATE SET
    dashboard_id = excluded.dashboard_id, name = excluded.name, frequency = excluded.frequency,
    weekday = excluded.weekday, time = excluded.time, targets = excluded.targets, status = excluded.status,
    pause_reason = excluded.pause_reason, next_at = excluded.next_at, updated_at = excluded.updated_at`,
  params: digest,
});
export const SET_NEXT = statement({
  sql: 'UPDATE digests SET next_at = :nextAtMs WHERE id = :id',
  params: { id: text, nextAtMs: integer },
});
export const DELETE_DIGEST = statement({ sql: 'DELETE FROM digests WHERE id = :id', params: { id: text } });
export const DASHBOARD_NAME = statement({
  sql: 'SELECT name FROM dashboards WHERE project_id = :projectId AND id = :id AND archived_at IS NULL',
  params: { projectId: text, id: uuid },
  row: { name: text },
});
export const TARGETS = statement({
  sql: `SELECT id, name, kind, status, environment_id AS environmentId FROM webhook_endpoints
    WHERE project_id = :projectId AND id IN :ids ORDER BY id`,
  params: { projectId: text, ids: listOf(uuid) },
  row: {
    id: text,
    name: text,
    kind: textOf<DigestTarget['kind']>(),
    status: textOf<DigestTarget['status']>(),
    environmentId: nullable(text),
  },
});

const run = {
  id: text,
  digestId: text,
  origin: textOf<RunOrigin>(),
  fromMs: integer,
  toMs: integer,
  beforeFromMs: integer,
  dueAtMs: integer,
  state: textOf<RunState>(),
  attempts: integer,
  reason: nullable(text),
  deliveries: json<DigestRun['deliveries']>(),
  createdAtMs: integer,
  finishedAtMs: nullable(integer),
};
const RUN = `SELECT id, digest_id AS digestId, origin, period_from AS fromMs, period_to AS toMs,
  before_from AS beforeFromMs, due_at AS dueAtMs, state, attempts, reason, deliveries, created_at AS createdAtMs,
  finished_at AS finishedAtMs FROM digest_runs`;

export const RUNS_OF_DIGEST = statement({
  sql: `${RUN} WHERE digest_id = :digestId ORDER BY id DESC LIMIT :limit`,
  params: { digestId: text, limit: integer },
  row: run,
});
export const FIND_RUN = statement({ sql: `${RUN} WHERE id = :id`, params: { id: text }, row: run });
export const RUN_OF_PERIOD = statement({
  sql: `SELECT id FROM digest_runs WHERE digest_id = :digestId AND period_from = :fromMs AND period_to = :toMs
    AND origin = 'schedule'`,
  params: { digestId: text, fromMs: integer, toMs: integer },
  row: { id: text },
});
export const PENDING_RUNS = statement({
  sql: `${RUN} WHERE state = 'pending' AND retry_at <= :nowMs ORDER BY retry_at, id LIMIT 100`,
  params: { nowMs: integer },
  row: run,
});
export const HAS_PENDING = statement({
  sql: `SELECT id FROM digest_runs WHERE digest_id = :digestId AND state = 'pending' LIMIT 1`,
  params: { digestId: text },
  row: { id: text },
});
export const INSERT_RUN = statement({
  sql: `INSERT INTO digest_runs (id, digest_id, origin, period_from, period_to, before_from, due_at, state, attempts,
    retry_at, reason, deliveries, created_at, finished_at) VALUES (:id, :digestId, :origin, :fromMs, :toMs, :beforeFromMs,
    :dueAtMs, :state, :attempts, 0, :reason, :deliveries, :createdAtMs, :finishedAtMs)`,
  params: run,
});
export const SETTLE_RUN = statement({
  sql: `UPDATE digest_runs SET state = :state, attempts = :attempts, retry_at = :retryAtMs, reason = :reason,
    deliveries = :deliveries, finished_at = :finishedAtMs WHERE id = :id`,
  params: {
    id: text,
    state: run.state,
    attempts: integer,
    retryAtMs: integer,
    reason: run.reason,
    deliveries: run.deliveries,
    finishedAtMs: run.finishedAtMs,
  },
});
export const DELIVERY_STATES = statement({
  sql: 'SELECT id, state FROM webhook_deliveries WHERE id IN :ids',
  params: { ids: listOf(text) },
  row: { id: text, state: textOf<'pending' | 'delivered' | 'failed'>() },
});
export const DELETE_OLD_RUNS = statement({
  sql: `DELETE FROM digest_runs WHERE state <> 'pending' AND (SELECT count(*) FROM digest_runs n
    WHERE n.digest_id = digest_runs.digest_id AND n.id > digest_runs.id) >= :kept`,
  params: { kept: integer },
});

export const INSERT_PICTURE = statement({
  sql: `INSERT INTO digest_pictures (id, run_id, token_hash, png, expires_at)
    VALUES (:id, :runId, :tokenHash, :png, :expiresAtMs)`,
  params: { id: text, runId: text, tokenHash: text, png: text, expiresAtMs: integer },
});
export const PICTURES = statement({
  sql: 'SELECT id, png FROM digest_pictures WHERE id IN :ids',
  params: { ids: listOf(text) },
  row: { id: text, png: text },
});
export const PICTURE_OF_TOKEN = statement({
  sql: 'SELECT png FROM digest_pictures WHERE token_hash = :tokenHash AND expires_at > :nowMs',
  params: { tokenHash: text, nowMs: integer },
  row: { png: text },
});
export const DELETE_EXPIRED_PICTURES = statement({
  sql: 'DELETE FROM digest_pictures WHERE expires_at <= :nowMs',
  params: { nowMs: integer },
});
