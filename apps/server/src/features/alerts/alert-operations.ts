import { isDeepStrictEqual } from 'node:util';
import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../control/actor.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { reading, readingOne, writing } from '../../control/operation.ts';
import type { Page, PageRequest } from '../../control/page.ts';
import { cursorOf, pageOf } from '../../control/page-of.ts';
import { nextMoment } from '../../control/record-change.ts';
import type { Db } from '../../control/sql/db.ts';
import { storeText } from '../../engines/sqlite/stored-text.ts';
import type { Alert } from './alert.ts';
import {
  ALL_ALERTS,
  COUNT_ALERTS,
  DELETE_ALERT,
  FIND_ALERT,
  FORGET_POINTS,
  LIST_ALERTS,
  LIST_POINTS,
  LIST_TRANSITIONS,
  MARK,
  OWN_WEBHOOKS,
} from './alert-statements.ts';
import type { AlertFilter, AlertHistory, AlertSettings, ListedAlert, NewAlert } from './alert-store.ts';
import { judgeAlert, KEPT_POINTS, KEPT_TRANSITIONS, readAlert, saveAlert } from './judge-alert.ts';
import { newProgress } from './judging/alert-machine.ts';
import { newTold } from './judging/decide-notice.ts';
import { recordAlert } from './record-alert.ts';

const MAX_ALERTS = 50;
const RECENT_POINTS = 24;

export const alertOperations = {
  create: writing(create),
  list: reading(
    async (db, { state = undefined, ...scope }: AlertFilter, page: PageRequest): Promise<Page<ListedAlert>> => {
      const asked = { ...scope, state: state ?? '', cursor: cursorOf(page), limit: page.limit + 1 };
      const { rows, ...more } = pageOf(await db.all(LIST_ALERTS, asked), page);
      const listed: ListedAlert[] = [];
      for (const row of rows) listed.push(await withRecent(db, readAlert(row)));
      return { ...more, rows: listed };
    },
  ),
  find: reading(async (db, projectId: string, id: string): Promise<ListedAlert | undefined> => {
    const alert = await find(db, projectId, id);
    return alert && (await withRecent(db, alert));
  }),
  update: writing(update),
  mute: writing(
    async (db, projectId: string, id: string, mute: Pick<Alert, 'isMuted' | 'mutedUntilMs'>, actor: Actor) => {
      const before = await find(db, projectId, id);
      if (before === undefined) return undefined;
      const updatedAtMs = await nextMoment(db, before.projectId);
      const after = { ...before, ...mute, updatedAtMs };
      await saveAlert(db, after);
      await recordAlert(db, actor, mute.isMuted ? 'muted' : 'unmuted', before, after, updatedAtMs);
      return await withRecent(db, after);
    },
  ),
  remove: writing(async (db, projectId: string, id: string, actor: Actor): Promise<boolean> => {
    const alert = await find(db, projectId, id);
    if (alert === undefined) return false;
    await db.run(DELETE_ALERT, { id: alert.id });
    await recordAlert(db, actor, 'deleted', alert, null, await nextMoment(db, alert.projectId));
    return true;
  }),
  history: reading(async (db, projectId: string, id: string): Promise<AlertHistory | undefined> => {
    const alert = await find(db, projectId, id);
    if (alert === undefined) return undefined;
    const changes = await db.all(LIST_TRANSITIONS, { alertId: alert.id, limit: KEPT_TRANSITIONS });
    const transitions = changes.map(({ fromState: from, toState: to, ...change }) => ({ ...change, from, to }));
    const points = await db.all(LIST_POINTS, { alertId: alert.id, limit: KEPT_POINTS });
    return { transitions, points: points.toReversed() };
  }),
  mark: readingOne(async (db): Promise<string> => JSON.stringify((await db.one(MARK, {})) ?? null)),
  watched: reading(async (db): Promise<readonly Alert[]> => (await db.all(ALL_ALERTS, {})).map(readAlert)),
  judge: writing(judgeAlert),
};

async function find(db: Db, projectId: string, id: string): Promise<Alert | undefined> {
  const row = await db.one(FIND_ALERT, { projectId, id });
  return row && readAlert(row);
}

async function withRecent(db: Db, alert: Alert): Promise<ListedAlert> {
  const points = await db.all(LIST_POINTS, { alertId: alert.id, limit: RECENT_POINTS });
  return { ...alert, recent: points.map(({ value }) => value).toReversed() };
}

async function create(db: Db, sent: NewAlert, actor: Actor): Promise<ListedAlert> {
  const projectId = sent.projectId.toLowerCase();
  if (((await db.one(COUNT_ALERTS, { projectId }))?.alerts ?? 0) >= MAX_ALERTS) {
    throw new WrongState('TOO_MANY_ALERTS', `A project can have at most ${MAX_ALERTS} alerts. Delete one first.`);
  }
  const webhookIds = await ownWebhooks(db, projectId, sent.webhookIds);
  const atMs = await nextMoment(db, projectId);
  const alert: Alert = {
    ...sent,
    projectId,
    id: uuidv7(),
    name: storeText(sent.name),
    webhookIds,
    revision: 1,
    state: 'no_data',
    stateSinceMs: atMs,
    message: null,
    judged: null,
    progress: newProgress,
    told: newTold,
    isMuted: false,
    mutedUntilMs: null,
    checkedAtMs: null,
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
  await saveAlert(db, alert);
  await recordAlert(db, actor, 'created', null, alert, atMs);
  return { ...alert, recent: [] };
}

async function update(
  db: Db,
  projectId: string,
  id: string,
  patch: Partial<AlertSettings>,
  actor: Actor,
): Promise<ListedAlert | undefined> {
  const before = await find(db, projectId, id);
  if (before === undefined) return undefined;
  const webhookIds = patch.webhookIds && (await ownWebhooks(db, before.projectId, patch.webhookIds));
  const patched: Alert = {
    ...before,
    ...patch,
    ...(patch.name === undefined ? {} : { name: storeText(patch.name) }),
    ...(webhookIds === undefined ? {} : { webhookIds }),
  };
  if (isDeepStrictEqual(patched, before)) return await withRecent(db, before);
  const updatedAtMs = await nextMoment(db, before.projectId);
  const after = { ...judgedAnew(before, patched), revision: before.revision + 1, updatedAtMs };
  await saveAlert(db, after);
  if (!isSameSeries(before, after)) await db.run(FORGET_POINTS, { alertId: after.id });
  await recordAlert(db, actor, 'updated', before, after, updatedAtMs);
  return await withRecent(db, after);
}

/** With another definition every interval counts again; an incident stays open until the next finding. */
function judgedAnew(before: Alert, after: Alert): Alert {
  const { condition, forIntervals, recovery } = before;
  const isSameRule = isDeepStrictEqual(
    [condition, forIntervals, recovery],
    [after.condition, after.forIntervals, after.recovery],
  );
  if (isSameRule && isSameSeries(before, after)) return after;
  const { incident } = before.progress;
  const progress = { incident: incident && { ...incident, fromMs: 0 }, armedFromMs: 0 };
  return { ...after, progress, ...(isSameSeries(before, after) ? {} : { judged: null, message: null }) };
}

const isSameSeries = (a: Alert, b: Alert): boolean =>
  isDeepStrictEqual([a.query, a.interval, a.step], [b.query, b.interval, b.step]);

async function ownWebhooks(db: Db, projectId: string, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const own = new Set((await db.all(OWN_WEBHOOKS, { projectId, ids: wanted })).map(({ id }) => id));
  const foreign = wanted.findIndex((id) => !own.has(id));
  if (foreign !== -1) throw new Unacceptable(`webhook_ids.${foreign}`, 'the project has no such webhook');
  return wanted;
}
