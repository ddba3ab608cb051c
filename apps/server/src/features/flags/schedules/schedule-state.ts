import { SECOND_MS } from '@lamppost/protocol';
import type { Schedule, ScheduleStep } from './schedule.ts';

/** A schedule in the change log, and on the wire. */
export const scheduleState = (schedule: Schedule) => ({
  id: schedule.id,
  flag_id: schedule.flagId,
  environment_id: schedule.environmentId,
  status: schedule.status,
  reason: schedule.reason,
  step: schedule.step,
  steps: schedule.steps.map(stepState),
  author: schedule.author,
  comment: schedule.comment,
  created_at: new Date(schedule.createdAtMs).toISOString(),
  updated_at: new Date(schedule.updatedAtMs).toISOString(),
});

const stepState = ({ atMs, before, after, doneAtMs }: ScheduleStep) => ({
  at: new Date(atMs).toISOString(),
  before,
  after,
  done_at: doneAtMs === null ? null : new Date(doneAtMs).toISOString(),
  late_seconds: doneAtMs === null ? null : Math.max(0, Math.round((doneAtMs - atMs) / SECOND_MS)),
});
