import type { Actor } from '../../../control/actor.ts';
import { integer, json, nullable, text, textOf, uuid } from '../../../control/sql/sql-type.ts';
import { statement } from '../../../control/sql/statement.ts';
import type { ScheduleStatus, ScheduleStep } from './schedule.ts';

const scheduleRow = {
  id: text,
  projectId: text,
  flagId: text,
  environmentId: text,
  author: json<Actor>(),
  comment: nullable(text),
  steps: json<readonly ScheduleStep[]>(),
  step: integer,
  status: textOf<ScheduleStatus>(),
  reason: nullable(text),
  createdAtMs: integer,
  updatedAtMs: integer,
};
const SCHEDULE = `SELECT id, project_id AS projectId, flag_id AS flagId, environment_id AS environmentId, author, comment,
  steps, step, status, reason, created_at AS createdAtMs, updated_at AS updatedAtMs FROM flag_schedules`;

export const LIST_SCHEDULES = statement({
  sql: `${SCHEDULE} WHERE flag_id = :flagId AND environment_id = :environmentId AND id < :cursor
    ORDER BY id DESC LIMIT :limit`,
  params: { flagId: text, environmentId: text, cursor: text, limit: integer },
  row: scheduleRow,
});
export const FIND_SCHEDULE = statement({
  sql: `${SCHEDULE} WHERE project_id = :projectId AND id = :id`,
  params: { projectId: uuid, id: uuid },
  row: scheduleRow,
});
export const DUE_SCHEDULES = statement({
  sql: `${SCHEDULE} WHERE next_at <= :nowMs ORDER BY next_at, id LIMIT 100`,
  params: { nowMs: integer },
  row: scheduleRow,
});
export const COUNT_SCHEDULED = statement({
  sql: `SELECT count(*) AS scheduled FROM flag_schedules WHERE flag_id = :flagId AND environment_id = :environmentId
    AND status = 'scheduled'`,
  params: { flagId: text, environmentId: text },
  row: { scheduled: integer },
});
export const SAVE_SCHEDULE = statement({
  sql: `INSERT INTO flag_schedules (id, project_id, flag_id, environment_id, author, comment, steps, step, next_at, status,
    reason, created_at, updated_at) VALUES (:id, :projectId, :flagId, :environmentId, :author, :comment, :steps, :step,
    :nextAtMs, :status, :reason, :createdAtMs, :updatedAtMs) ON CONFLICT (id) DO UPDATE SET steps = excluded.steps,
    step = excluded.step, next_at = excluded.next_at, status = excluded.status, reason = excluded.reason,
    updated_at = excluded.updated_at`,
  params: { ...scheduleRow, nextAtMs: nullable(integer) },
});
