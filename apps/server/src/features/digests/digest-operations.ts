import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import { isTemplateId } from '../dashboards/templates/templates.ts';
import { timezoneOf } from '../projects/require-project.ts';
import { type DigestSchedule, nextRunAfter } from './digest-schedule.ts';
import {
  COUNT_DIGESTS,
  DASHBOARD_NAME,
  DELETE_DIGEST,
  DELIVERY_STATES,
  FIND_DIGEST,
  LIST_DIGESTS,
  RUNS_OF_DIGEST,
  SAVE_DIGEST,
  TARGETS,
} from './digest-statements.ts';
import type { Digest, DigestPatch, ListedDigest, NewDigest, PauseReason } from './digest-store.ts';
import { recordDigest } from './record-digest.ts';

const MAX_DIGESTS = 20;
const MAX_TARGETS = 10;
const SHOWN_RUNS = 10;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export const digestOperations = {
  create: writing(create),
  list: reading(async (db, projectId: string, page: PageRequest): Promise<Page<ListedDigest>> => {
    const found = await db.all(LIST_DIGESTS, { projectId, cursor: cursorOf(page), limit: page.limit + 1 });
    const { rows, nextCursor } = pageOf(found, page);
    const listed: ListedDigest[] = [];
    for (const digest of rows) listed.push(await withRuns(db, digest));
    return { rows: listed, nextCursor };
  }),
  find: reading(async (db, projectId: string, id: string): Promise<ListedDigest | undefined> => {
    const digest = await db.one(FIND_DIGEST, { projectId, id });
    return digest && (await withRuns(db, digest));
  }),
  update: writing(update),
  remove: writing(async (db, projectId: string, id: string, actor: Actor): Promise<boolean> => {
    const digest = await db.one(FIND_DIGEST, { projectId, id });
    if (digest === undefined) return false;
    await db.run(DELETE_DIGEST, { id: digest.id });
    await recordDigest(db, actor, 'deleted', digest, null, await nextMoment(db, digest.projectId));
    return true;
  }),
};

async function create(db: Db, sentProjectId: string, sent: NewDigest, actor: Actor): Promise<ListedDigest> {
  const projectId = sentProjectId.toLowerCase();
  if (((await db.one(COUNT_DIGESTS, { projectId }))?.digests ?? 0) >= MAX_DIGESTS) {
    throw new WrongState('TOO_MANY_DIGESTS', `A project can have at most ${MAX_DIGESTS} digests. Delete one first.`);
  }
  checkSchedule(sent);
  await requireDashboard(db, projectId, sent.dashboardId);
  const targets = await readTargets(db, projectId, sent.environmentId, sent.targets);
  const atMs = await nextMoment(db, projectId);
  const digest: Digest = {
    id: uuidv7(),
    projectId,
    environmentId: sent.environmentId,
    dashboardId: sent.dashboardId.toLowerCase(),
    name: storeText(sent.name),
    frequency: sent.frequency,
    weekday: sent.weekday,
    time: sent.time,
    targets,
    status: 'active',
    pauseReason: null,
    nextAtMs: nextRunAfter(sent, await timezoneOf(db, projectId), Date.now()),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
  await db.run(SAVE_DIGEST, digest);
  await recordDigest(db, actor, 'created', null, digest, atMs);
  return await withRuns(db, digest);
}

async function update(
  db: Db,
  projectId: string,
  id: string,
  patch: DigestPatch,
  actor: Actor,
): Promise<ListedDigest | undefined> {
  const before = await db.one(FIND_DIGEST, { projectId, id });
  if (before === undefined) return undefined;
  const { name, schedule, dashboardId, targets, isEnabled } = patch;
  if (schedule !== undefined) checkSchedule(schedule);
  if (dashboardId !== undefined) await requireDashboard(db, before.projectId, dashboardId);
  const changed: Digest = {
    ...before,
    ...schedule,
    ...(name === undefined ? {} : { name: storeText(name) }),
    ...(dashboardId === undefined ? {} : { dashboardId: dashboardId.toLowerCase() }),
    ...(targets === undefined
      ? {}
      : { targets: await readTargets(db, before.projectId, before.environmentId, targets) }),
  };
  const pauseReason = await whyPaused(db, changed, isEnabled);
  const isSame = schedule === undefined && before.status === 'active' && pauseReason === null;
  const timezone = await timezoneOf(db, before.projectId);
  const after: Digest = {
    ...changed,
    status: pauseReason === null ? 'active' : 'paused',
    pauseReason,
    nextAtMs: pauseReason !== null ? null : isSame ? before.nextAtMs : nextRunAfter(changed, timezone, Date.now()),
    updatedAtMs: await nextMoment(db, before.projectId),
  };
  await db.run(SAVE_DIGEST, after);
  await recordDigest(db, actor, 'updated', before, after, after.updatedAtMs);
  return await withRuns(db, after);
}

/** Another dashboard, or targets, resume what was paused for want of these; what a member paused, a member resumes. */
async function whyPaused(db: Db, digest: Digest, isEnabled: boolean | undefined): Promise<PauseReason | null> {
  const { projectId, dashboardId, targets, pauseReason } = digest;
  const hasDashboard =
    isTemplateId(dashboardId) || (await db.one(DASHBOARD_NAME, { projectId, id: dashboardId })) !== undefined;
  if (isEnabled === true && !hasDashboard) {
    throw new WrongState('DASHBOARD_DELETED', 'The dashboard was deleted: choose another one first.');
  }
  if (isEnabled === true && targets.length === 0) {
    throw new WrongState('NO_TARGETS', 'All targets were deleted: choose another one first.');
  }
  if (!hasDashboard) return 'dashboard_deleted';
  if (targets.length === 0) return 'targets_deleted';
  if (isEnabled === false) return 'user';
  return isEnabled === undefined && pauseReason === 'user' ? 'user' : null;
}

function checkSchedule({ frequency, weekday, time }: DigestSchedule): void {
  if (!TIME.test(time)) throw new Unacceptable('time', 'time must be a time of day such as 09:00.');
  if (frequency === 'weekly' && weekday === null) {
    throw new Unacceptable('weekday', 'weekday is required for a weekly digest.');
  }
  if (frequency === 'daily' && weekday !== null) {
    throw new Unacceptable('weekday', 'weekday belongs to weekly digests.');
  }
}

async function requireDashboard(db: Db, projectId: string, id: string): Promise<void> {
  if (isTemplateId(id) || (await db.one(DASHBOARD_NAME, { projectId, id })) !== undefined) return;
  throw new Unacceptable('dashboard_id', 'the project has no such dashboard.');
}

async function readTargets(
  db: Db,
  projectId: string,
  environmentId: string,
  sent: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(sent.map((id) => id.toLowerCase()))];
  if (ids.length === 0 || ids.length > MAX_TARGETS) {
    throw new Unacceptable('targets', `targets must have 1 to ${MAX_TARGETS} entries.`);
  }
  const found = await db.all(TARGETS, { projectId, ids });
  for (const id of ids) {
    const target = found.find((each) => each.id === id);
    if (target === undefined) throw new Unacceptable('targets', `the project has no webhook ${id}.`);
    if (target.environmentId !== null && target.environmentId !== environmentId) {
      throw new Unacceptable('targets', `the webhook "${target.name}" belongs to another environment.`);
    }
  }
  return ids;
}

async function withRuns(db: Db, digest: Digest): Promise<ListedDigest> {
  const { projectId, id, targets } = digest;
  const runs = await db.all(RUNS_OF_DIGEST, { digestId: id, limit: SHOWN_RUNS });
  const ids = runs.flatMap(({ deliveries }) => deliveries.map(({ deliveryId }) => deliveryId));
  const states = new Map(
    (ids.length === 0 ? [] : await db.all(DELIVERY_STATES, { ids })).map((row) => [row.id, row.state]),
  );
  const rows = targets.length === 0 ? [] : await db.all(TARGETS, { projectId, ids: targets });
  return {
    ...digest,
    targetRows: rows.map(({ environmentId: _, ...target }) => target),
    runs: runs.map((run) => ({
      ...run,
      deliveries: run.deliveries.map((each) => ({ ...each, state: states.get(each.deliveryId) ?? null })),
    })),
  };
}
