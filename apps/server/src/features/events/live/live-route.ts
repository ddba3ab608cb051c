import type { FastifyInstance } from 'fastify';
import type { LiveEvents } from '../../../analytics/live/live-events.ts';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { handle } from '../../../http/request/handle.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import { scopeOf } from '../../../http/request/scope-of.ts';
import type { EventStream } from '../../../http/streaming/event-stream.ts';
import type { OpenStreams } from '../../../http/streaming/open-streams.ts';
import { LivePace } from './live-pace.ts';

/** What a client that does not read may have waiting for it. */
const MAX_UNSENT_BYTES = 262_144;

export interface LiveRouteDeps {
  readonly live: LiveEvents;
  readonly state: EdgeState;
  readonly streams: OpenStreams;
}

/** Events as they are stored. */
export function registerLiveRoute(fastify: FastifyInstance, { live, state, streams }: LiveRouteDeps): void {
  handle(fastify, 'streamEvents', async ({ reply, caller, access, query }) => {
    const scope = scopeOf(state, access, query.environment_id);
    const filter = omitUndefined({
      event: query.event,
      userId: query.user_id,
      anonymousId: query.anonymous_id,
      deviceId: query.device_id,
      search: query.search === '' ? undefined : query.search,
    });
    let pace: LivePace | undefined;
    const watch = { scope, filter, includeFailed: query.include_rejected ?? true };
    // Begun before the answer is: what is accepted once the client has seen it is shown.
    const unwatch = await live.watch(watch, (fresh) => pace?.take(fresh));
    let stream: EventStream;
    try {
      stream = streams.open(reply, { caller, projectId: access.projectId, kind: 'live' });
    } catch (error) {
      unwatch();
      throw error;
    }
    pace = new LivePace({
      sendEvent: (data) => stream.send({ event: 'event', data }),
      sendSkipped: (count) => stream.send({ event: 'skipped', data: JSON.stringify({ count }) }),
      isBehind: () => stream.unsentBytes > MAX_UNSENT_BYTES,
    });
    stream.onClose(() => {
      unwatch();
      pace?.stop();
    });
    return reply;
  });
}
