import type { FastifyInstance } from 'fastify';
import { ReadOnly } from '../../../control/control-errors.ts';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { environmentOf } from '../../../http/access/environment-of.ts';
import { onlyOwn } from '../../../http/access/own-environment.ts';
import { handle } from '../../../http/request/handle.ts';
import { orNotFound } from '../../../http/request/or-not-found.ts';
import { listResponse, pageRequest } from '../../../http/request/page.ts';
import { isoTime, isoTimeOrNull } from '../../../http/request/wire-time.ts';
import type { DashboardCatalog } from '../with-templates.ts';
import type { Share, ShareStore } from './share-store.ts';
import { hashOfShareToken, newShareToken } from './share-token.ts';

export interface SharesRouteDeps {
  readonly dashboards: Pick<DashboardCatalog, 'find'>;
  readonly shares: ShareStore;
  readonly state: EdgeState;
}

const DEFAULT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Share links of dashboards, for those who may edit them. */
export function registerSharesRoute(fastify: FastifyInstance, { dashboards, shares, state }: SharesRouteDeps): void {
  handle(fastify, 'listShares', async ({ access, query, param }) => {
    const page = orNotFound(await shares.list(access.projectId, param('id'), pageRequest(query, 50)), 'dashboard');
    return listResponse(onlyOwn(access, page), shareRow);
  });

  handle(fastify, 'createShare', async ({ access, actor, body, param, receivedAtMs, reply }) => {
    const { projectId } = access;
    const dashboard = orNotFound(await dashboards.find(projectId, param('id')), 'dashboard');
    if (dashboard.isTemplate) throw new ReadOnly("Templates can't be shared. Create a dashboard from it instead.");
    const environmentId = environmentOf(state, access, body.environment_id).id;
    const token = newShareToken();
    const share = await shares.create(
      {
        projectId,
        dashboardId: dashboard.id,
        environmentId,
        name: body.name ?? null,
        tokenHash: hashOfShareToken(token),
        expiresAtMs: receivedAtMs + (body.expires_in_days ?? DEFAULT_DAYS) * DAY_MS,
      },
      actor,
    );
    reply.code(201).header('Cache-Control', 'no-store');
    // Behind the #, so that it is neither sent to servers nor written into their logs.
    return { data: { ...shareRow(orNotFound(share, 'dashboard')), token, link: `/shared#${token}` } };
  });

  handle(fastify, 'revokeShare', async ({ access, actor, param, reply }) => {
    const isRevoked = await shares.revoke(access.projectId, param('id'), param('shareId'), actor);
    orNotFound(isRevoked || undefined, 'share link');
    return reply.code(204).send();
  });
}

const shareRow = (share: Share) => ({
  id: share.id,
  dashboard_id: share.dashboardId,
  environment_id: share.environmentId,
  name: share.name,
  created_by: share.createdBy,
  last_used_at: isoTimeOrNull(share.lastUsedAtMs),
  expires_at: isoTime(share.expiresAtMs),
  created_at: isoTime(share.createdAtMs),
});
