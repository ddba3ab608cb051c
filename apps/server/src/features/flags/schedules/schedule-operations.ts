import type { Actor } from '../../../control/actor.ts';
import { Unacceptable, WrongState } from '../../../control/control-errors.ts';
import { reading, writing } from '../../../control/operation.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import { cursorOf, pageOf } from '../../../control/page-of.ts';
import { nextMoment, recordChange } from '../../../control/record-change.ts';
import type { Db } from '../../../control/sql/db.ts';
import type { Rule } from '../../../edge/targeting-rules.ts';
import { storeText } from '../../../engines/sqlite/stored-text.ts';
import { timezoneOf } from '../../projects/require-project.ts';
import { findFlag } from '../flag-statements.ts';
import type { TargetingScope } from '../flag-store.ts';
import { checkFlagValue } from '../flag-value.ts';
import { checkPercentage } from '../read-rules.ts';
import { editTargeting, keptTargeting, withRollout } from '../targeting-operations.ts';
import { isAsPlanned, planSteps } from './plan-steps.ts';
import { readStepTime } from './read-step-time.ts';
import { nextAtOf, type Schedule, type StepChange } from './schedule.ts';
import { scheduleState } from './schedule-state.ts';
import { COUNT_SCHEDULED, DUE_SCHEDULES, FIND_SCHEDULE, LIST_SCHEDULES, SAVE_SCHEDULE } from './schedule-statements.ts';
import type { NewSchedule } from './schedule-store.ts';
import { stepComment } from './step-comment.ts';

const MAX_SCHEDULED = 20;
const MAX_STEPS = 20;

/** A schedule whose rules were read. */
export type ReadSchedule = Omit<NewSchedule, 'steps'> & {
  readonly steps: readonly (Omit<NewSchedule['steps'][number], 'rules'> & { readonly rules?: readonly Rule[] })[];
};

export const scheduleOperations = {
  create: writing(create),
  list: reading(async (db, scope: TargetingScope, page: PageRequest): Promise<Page<Schedule> | undefined> => {
    const found = await keptTargeting(db, scope);
    if (found === undefined) return undefined;
    const { flagId, environmentId } = found.targeting;
    const asked = { flagId, environmentId, cursor: cursorOf(page), limit: page.limit + 1 };
    return pageOf(await db.all(LIST_SCHEDULES, asked), page);
  }),
  find: reading(
    (db, projectId: string, id: string): Promise<Schedule | undefined> => db.one(FIND_SCHEDULE, { projectId, id }),
  ),
  cancel: writing(async (db, projectId: string, id: string, actor: Actor, comment?: string) => {
    const schedule = await db.one(FIND_SCHEDULE, { projectId, id });
    if (schedule === undefined) return undefined;
    if (schedule.status !== 'scheduled') {
      throw new WrongState('SCHEDULE_OVER', `The schedule is already ${schedule.status}.`);
    }
    return await change(db, actor, 'schedule_cancelled', schedule, { status: 'cancelled' }, comment);
  }),
  due: reading((db, nowMs: number): Promise<readonly Schedule[]> => db.all(DUE_SCHEDULES, { nowMs })),
  runStep: writing(runStep),
};

async function create(
  db: Db,
  scope: TargetingScope,
  sent: ReadSchedule,
  actor: Actor,
  comment?: string,
): Promise<Schedule | undefined> {
  const found = await keptTargeting(db, scope);
  if (found === undefined) return undefined;
  const { flag, targeting } = found;
  const { flagId, environmentId } = targeting;
  if (sent.steps.length === 0 || sent.steps.length > MAX_STEPS) {
    throw new Unacceptable('steps', `steps must have 1 to ${MAX_STEPS} entries.`);
  }
  if (((await db.one(COUNT_SCHEDULED, { flagId, environmentId }))?.scheduled ?? 0) >= MAX_SCHEDULED) {
    const message = `A flag can have at most ${MAX_SCHEDULED} pending schedules per environment. Cancel one first.`;
    throw new WrongState('TOO_MANY_SCHEDULES', message);
  }
  const timezone = await timezoneOf(db, flag.projectId);
  const steps = sent.steps.map(({ at, rules, rollout }, index) => {
    const field = `steps.${index}`;
    const atMs = readStepTime(at, `${field}.at`, timezone, Date.now());
    for (const [each, { value }] of (rules ?? []).entries()) {
      checkFlagValue(value, flag.valueType, `${field}.rules.${each}.value`);
    }
    if (rollout !== undefined) {
      checkPercentage(rollout.percentage, `${field}.rollout.percentage`);
      checkFlagValue(rollout.value, flag.valueType, `${field}.rollout.value`);
    }
    const wanted: StepChange = { ...(rules && { rules }), ...(rollout && { rollout }) };
    return { atMs, change: wanted };
  });
  const nowMs = await nextMoment(db, flag.projectId);
  const schedule: Schedule = {
    id: sent.id,
    projectId: flag.projectId,
    flagId,
    environmentId,
    author: actor,
    comment: comment?.trim() ? storeText(comment.trim()) : null,
    steps: planSteps(targeting, steps),
    step: 0,
    status: 'scheduled',
    reason: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
  await save(db, schedule);
  await log(db, actor, 'schedule_created', null, schedule, comment);
  return schedule;
}

/** The change and the record that it was made are one transaction: nobody makes it twice, and none is forgotten. */
async function runStep(db: Db, projectId: string, id: string, step: number, nowMs: number): Promise<boolean> {
  const schedule = await db.one(FIND_SCHEDULE, { projectId, id });
  const due = schedule?.steps[step];
  if (schedule === undefined || due === undefined) return false;
  if (schedule.status !== 'scheduled' || schedule.step !== step || due.atMs > nowMs) return false;
  const actor: Actor = { kind: 'scheduler', id: schedule.id, name: 'Schedule' };
  const { flagId: flag, environmentId: environment } = schedule;
  const isArchived = (await findFlag(db, projectId, flag))?.status === 'archived';
  let isMade = false;
  if (!isArchived) {
    const comment = stepComment(schedule, step, nowMs, await timezoneOf(db, projectId));
    const scope = { projectId, flag, environment };
    await editTargeting(
      db,
      scope,
      'scheduled',
      actor,
      (before, _flag, atMs) => {
        if (!isAsPlanned(before, due)) return before;
        isMade = true;
        const { rules = before.rules, rollout } = due.change;
        return { ...(rollout === undefined ? before : withRollout(before, rollout, atMs)), rules };
      },
      comment,
    );
  }
  if (!isMade) {
    const why = isArchived ? 'The flag was archived.' : 'The flag was changed since the schedule was made.';
    await change(db, actor, 'schedule_stopped', schedule, { status: 'stopped', reason: why });
    return true;
  }
  const isLast = step + 1 >= schedule.steps.length;
  const steps = schedule.steps.map((each, index) => (index === step ? { ...each, doneAtMs: nowMs } : each));
  const status = isLast ? 'completed' : 'scheduled';
  await save(db, { ...schedule, steps, step: step + 1, status, updatedAtMs: nowMs });
  return true;
}

async function change(
  db: Db,
  actor: Actor,
  action: string,
  before: Schedule,
  changed: Partial<Schedule>,
  comment?: string,
): Promise<Schedule> {
  const after = { ...before, ...changed, updatedAtMs: await nextMoment(db, before.projectId) };
  await save(db, after);
  await log(db, actor, action, before, after, comment);
  return after;
}

const save = async (db: Db, schedule: Schedule): Promise<void> => {
  await db.run(SAVE_SCHEDULE, { ...schedule, nextAtMs: nextAtOf(schedule) });
};

async function log(
  db: Db,
  actor: Actor,
  action: string,
  before: Schedule | null,
  after: Schedule,
  comment?: string,
): Promise<void> {
  const flag = await findFlag(db, after.projectId, after.flagId);
  await recordChange(db, actor, {
    projectId: after.projectId,
    entityType: 'schedule',
    entityId: after.flagId,
    entityKey: flag?.key ?? after.flagId,
    environmentId: after.environmentId,
    action,
    before: before && scheduleState(before),
    after: scheduleState(after),
    comment,
    touches: [],
    atMs: after.updatedAtMs,
  });
}
