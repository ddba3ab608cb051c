import { uuidv7 } from 'uuidv7';
import type { Actor } from '../../../control/actor.ts';
import type { EntityState } from '../../../control/change.ts';
import { WrongState } from '../../../control/control-errors.ts';
import { reading, writing } from '../../../control/operation.ts';
import type { Page, PageRequest } from '../../../control/page.ts';
import { cursorOf, pageOf } from '../../../control/page-of.ts';
import { nextMoment, recordChange } from '../../../control/record-change.ts';
import type { Db } from '../../../control/sql/db.ts';
import { storeText } from '../../../engines/sqlite/stored-text.ts';
import { findDashboard, findWidget } from '../dashboard-statements.ts';
import type { Dashboard, Widget } from '../dashboard-store.ts';
import {
  COUNT_SHARES,
  DELETE_EXPIRED,
  DELETE_SHARE,
  FIND_OPEN_SHARE,
  FIND_SHARE,
  INSERT_SHARE,
  LIST_SHARES,
  NOTE_USE,
} from './share-statements.ts';
import type { NewShare, Share } from './share-store.ts';

const MAX_SHARES = 100;
const EXPIRED_KEPT_MS = 30 * 86_400_000;

export const shareOperations = {
  create: writing(create),
  list: reading(
    async (db, projectId: string, dashboardId: string, page: PageRequest): Promise<Page<Share> | undefined> => {
      if ((await findDashboard(db, projectId, dashboardId)) === undefined) return undefined;
      const asked = { dashboardId, cursor: cursorOf(page), limit: page.limit + 1 };
      return pageOf(await db.all(LIST_SHARES, asked), page);
    },
  ),
  revoke: writing(async (db, projectId: string, dashboardId: string, id: string, actor: Actor): Promise<boolean> => {
    const share = await db.one(FIND_SHARE, { projectId, dashboardId, id });
    if (share === undefined) return false;
    await db.run(DELETE_SHARE, share);
    await record(db, actor, 'revoked', share, await nextMoment(db, share.projectId));
    return true;
  }),
  open: reading(
    async (db, tokenHash: string, nowMs: number): Promise<{ share: Share; dashboard: Dashboard } | undefined> => {
      const share = await db.one(FIND_OPEN_SHARE, { tokenHash, nowMs });
      const dashboard = share && (await findDashboard(db, share.projectId, share.dashboardId));
      return share && dashboard && { share, dashboard };
    },
  ),
  openWidget: reading(
    async (
      db,
      tokenHash: string,
      nowMs: number,
      widgetId: string,
    ): Promise<{ share: Share; widget: Widget | undefined } | undefined> => {
      const share = await db.one(FIND_OPEN_SHARE, { tokenHash, nowMs });
      return share && { share, widget: await findWidget(db, share.dashboardId, widgetId) };
    },
  ),
  noteUse: writing(async (db, id: string, atMs: number): Promise<void> => {
    await db.run(NOTE_USE, { id, atMs });
  }),
};

async function create(db: Db, sent: NewShare, actor: Actor): Promise<Share | undefined> {
  const dashboard = await findDashboard(db, sent.projectId, sent.dashboardId);
  if (dashboard === undefined) return undefined;
  const { id: dashboardId } = dashboard;
  await db.run(DELETE_EXPIRED, { dashboardId, beforeMs: Date.now() - EXPIRED_KEPT_MS });
  if (((await db.one(COUNT_SHARES, { dashboardId }))?.shares ?? 0) >= MAX_SHARES) {
    throw new WrongState(
      'TOO_MANY_SHARES',
      `A dashboard can have at most ${MAX_SHARES} share links. Revoke one first.`,
    );
  }
  const { environmentId, tokenHash, expiresAtMs } = sent;
  const projectId = sent.projectId.toLowerCase();
  const createdAtMs = await nextMoment(db, projectId);
  const name = sent.name === null ? null : storeText(sent.name);
  const share: Share = {
    ...{ id: uuidv7(), projectId, dashboardId, environmentId, name },
    ...{ createdBy: actor.name, createdAtMs, expiresAtMs, lastUsedAtMs: null },
  };
  await db.run(INSERT_SHARE, { ...share, tokenHash });
  await record(db, actor, 'created', share, createdAtMs);
  return share;
}

/** Its key in the log is the name of the dashboard, which is what people look for. */
async function record(db: Db, actor: Actor, action: 'created' | 'revoked', share: Share, atMs: number): Promise<void> {
  const { projectId, environmentId, dashboardId } = share;
  const dashboard = await findDashboard(db, projectId, dashboardId);
  await recordChange(db, actor, {
    projectId,
    entityType: 'dashboard_share',
    entityId: share.id,
    entityKey: dashboard?.name ?? dashboardId,
    environmentId,
    action,
    before: action === 'created' ? null : shareState(share),
    after: action === 'created' ? shareState(share) : null,
    touches: [],
    atMs,
  });
}

/** Never the hash of its token. */
function shareState({ id, dashboardId, environmentId, name, createdBy, createdAtMs, expiresAtMs }: Share): EntityState {
  return {
    id,
    dashboard_id: dashboardId,
    environment_id: environmentId,
    name,
    created_by: createdBy,
    created_at: new Date(createdAtMs).toISOString(),
    expires_at: new Date(expiresAtMs).toISOString(),
  };
}
