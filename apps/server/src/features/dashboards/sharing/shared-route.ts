import { ApiError, invalidBody } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { LimitWindow, RateLimiter } from '../../../collect/limits/rate-limiter.ts';
import type { SnapshotEnvironment } from '../../../edge/edge-snapshot.ts';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { handle } from '../../../http/request/handle.ts';
import { whileClientWaits } from '../../../http/request/while-client-waits.ts';
import { isoTime } from '../../../http/request/wire-time.ts';
import { toApiError } from '../../../http/server/error-response.ts';
import type { RunInsight } from '../../insights/run-insight.ts';
import { runSql, type SqlDeps } from '../../insights/run-sql.ts';
import type { Widget } from '../dashboard-store.ts';
import type { Share, ShareStore } from './share-store.ts';
import { hashOfShareToken } from './share-token.ts';
import { ShareUses } from './share-uses.ts';
import { queryOfWidget, sharedLayout, sharedWidget } from './shared-widget.ts';

export interface SharedRouteDeps extends SqlDeps {
  readonly shares: ShareStore;
  readonly state: EdgeState;
  readonly runInsight: RunInsight;
  readonly limiter: RateLimiter;
}

/** A dashboard has 100 widgets at most, and several screens may show it. */
const PER_LINK: LimitWindow = { name: 'shared', limit: 600, windowSeconds: 60 };

const SHARED_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

/**
 * What anyone with a share link may read: the dashboard, and results of its stored queries in the environment of the link.
 * The token comes in the body, because addresses are logged on the way.
 */
export function registerSharedRoute(fastify: FastifyInstance, deps: SharedRouteDeps): void {
  const { shares, limiter } = deps;
  const uses = new ShareUses(shares);
  // In a scope of its own, so that refusals of a body have the headers too.
  void fastify.register(async (scope) => {
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(SHARED_HEADERS));

    handle(scope, 'readSharedDashboard', async ({ body, receivedAtMs }) => {
      const { share, dashboard } = orUnknown(await shares.open(hashOfShareToken(body.token), receivedAtMs));
      const environment = environmentOfShare(deps, share);
      await spend(limiter, share);
      await uses.note(share, receivedAtMs);
      const { name, description, layout, widgets } = dashboard;
      return {
        data: {
          name,
          description,
          environment: environment.slug,
          timezone: deps.state.timezoneOf(share.projectId),
          layout: sharedLayout(layout),
          widgets: widgets.map(sharedWidget),
          expires_at: isoTime(share.expiresAtMs),
        },
      };
    });

    handle(scope, 'readSharedResult', async ({ body, receivedAtMs, reply }) => {
      const { token, widget_id: widgetId } = body;
      const { share, widget } = orUnknown(await shares.openWidget(hashOfShareToken(token), receivedAtMs, widgetId));
      const environment = environmentOfShare(deps, share);
      await spend(limiter, share);
      if (widget === undefined) throw new ApiError('NOT_FOUND', 'The shared dashboard has no such widget');
      return whileClientWaits(reply, (signal) => resultOf(deps, share, environment, widget, signal));
    });
  });
}

async function resultOf(
  deps: SharedRouteDeps,
  { projectId }: Share,
  environment: SnapshotEnvironment,
  widget: Widget,
  signal: AbortSignal,
): Promise<string> {
  try {
    const query = queryOfWidget(widget);
    const environmentId = environment.id;
    const { resultJson } =
      query.kind === 'sql'
        ? await runSql(deps, { projectId, environment, isConfined: true }, environmentId, query.sql, { signal })
        : await deps.runInsight(query, { projectId, environmentId }, { signal });
    return `{"data":${resultJson}}`;
  } catch (error) {
    if (toApiError(error).status >= 500 || signal.aborted) throw error;
    // What is wrong with a query says what is in it, and in the rows that it met.
    throw invalidBody("This widget's query can't be run. Ask the person who shared the dashboard.");
  }
}

/** The same for links that never were and for those that are no more. */
function orUnknown<T>(opened: T | undefined): T {
  if (opened === undefined) throw new ApiError('NOT_FOUND', "The link doesn't exist, was revoked, or has expired");
  return opened;
}

function environmentOfShare({ state }: SharedRouteDeps, { projectId, environmentId }: Share): SnapshotEnvironment {
  return orUnknown(state.environment(projectId, environmentId));
}

async function spend(limiter: RateLimiter, share: Share): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await limiter.spend(`share ${share.id}`, [PER_LINK], 1);
  if (isAllowed) return;
  throw new ApiError('RATE_LIMIT_EXCEEDED', `At most ${PER_LINK.limit} requests per minute for one share link`, {
    retryAfterSeconds,
  });
}
