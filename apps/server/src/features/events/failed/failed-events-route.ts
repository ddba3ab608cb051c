import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { AnalyticsStore } from '../../../analytics/analytics-store.ts';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { handle } from '../../../http/request/handle.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import { orNotFound } from '../../../http/request/or-not-found.ts';
import { pageJson, pageRequest } from '../../../http/request/page.ts';
import { scopeOf } from '../../../http/request/scope-of.ts';
import { isoTime } from '../../../http/request/wire-time.ts';
import type { EventReplay } from './event-replay.ts';
import type { FailedReason } from './queries/failed-events.ts';
import { failedEventsQuery, failedReasonsQuery } from './queries/failed-events.ts';

export interface FailedEventsRouteDeps {
  readonly store: AnalyticsStore;
  readonly state: EdgeState;
  readonly replay: EventReplay;
}

/** What was refused or set apart, and its way back. */
export function registerFailedEventsRoute(
  fastify: FastifyInstance,
  { store, state, replay }: FailedEventsRouteDeps,
): void {
  handle(fastify, 'listFailedEvents', async ({ access, query }) => {
    const { kind, reason, event } = query;
    const scope = scopeOf(state, access, query.environment_id);
    const filter = omitUndefined({ kind, reason, event });
    return pageJson(await store.run(failedEventsQuery, { scope, filter, page: pageRequest(query, 50) }));
  });

  handle(fastify, 'countFailedEvents', async ({ access, query }) => {
    const { kind, event } = query;
    const scope = scopeOf(state, access, query.environment_id);
    const { count, replayed, reasons } = await store.run(failedReasonsQuery, {
      scope,
      filter: omitUndefined({ kind, event }),
    });
    return { data: { count, replayed, reasons: reasons.map(reasonRow) } };
  });

  handle(fastify, 'replayFailedEvent', async ({ reply, access, query, param }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const done = await replay.one(scope, param('id').toLowerCase());
    if (done.outcome === 'already_replayed') {
      throw conflict('ALREADY_REPLAYED', 'The event was already replayed');
    }
    if (done.outcome === 'not_replayable') {
      throw conflict(
        'NOT_REPLAYABLE',
        'Only single events that were quarantined or could not be loaded can be replayed',
      );
    }
    reply.code(202);
    return `{"data":${orNotFound(done.outcome === 'replayed' ? done.rowJson : undefined, 'failed event')}}`;
  });

  handle(fastify, 'replayFailedEvents', async ({ reply, access, query, body }) => {
    const { kind, reason, event } = body;
    const scope = scopeOf(state, access, query.environment_id);
    reply.code(202);
    return { data: await replay.matching(scope, omitUndefined({ kind, reason, event })) };
  });
}

const reasonRow = ({ kind, reason, count, replayed, firstReceivedMs, lastReceivedMs }: FailedReason) => ({
  kind,
  reason,
  count,
  replayed,
  first_received_at: isoTime(firstReceivedMs),
  last_received_at: isoTime(lastReceivedMs),
});

const conflict = (reason: string, message: string): ApiError =>
  new ApiError('CONFLICT', message, { details: { formErrors: [message], fieldErrors: {}, reason } });
