import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import type { OpenStreams } from '../../http/streaming/open-streams.ts';
import type { ConfigDelivery, ConfigResponse } from './config-delivery.ts';
import { configReply, configRequest } from './config-reply.ts';

/** GET /v1/config and its stream. Answered from memory; a database that is down never fails it. */
export function registerConfigRoute(fastify: FastifyInstance, delivery: ConfigDelivery, streams: OpenStreams): void {
  handle(fastify, 'config', async ({ request, reply, access, query }) => {
    const response = await delivery.response(configRequest(request.headers, access, query));
    const { status, headers, body } = configReply(response, request.headers);
    reply.code(status).headers(headers);
    return body ?? reply.send();
  });

  handle(fastify, 'configStream', async ({ request, reply, caller, access, query }) => {
    const asked = configRequest(request.headers, access, query);
    const first = await delivery.response(asked);
    const send = (response: ConfigResponse): void =>
      stream.send({ event: 'config', id: response.streamId, data: response.json() });
    const giveUp = (error: unknown): void => {
      request.log.error({ err: error }, 'Could not send a change to a stream');
      stream.close();
    };
    let waiting: ConfigResponse | undefined;
    /** Evaluating is work, so it waits for its turn; of several answers that wait the last one is sent. */
    const sendSoon = (response: ConfigResponse): void => {
      const isQueued = waiting !== undefined;
      waiting = response;
      if (isQueued) return;
      streams.pace.add(() => {
        const last = waiting ?? response;
        waiting = undefined;
        send(last);
      }, giveUp);
    };
    let lastTag = first.etag;
    let isLooking = false;
    let isAskedAgain = false;
    // Tags are compared, so a change that does not concern this client costs no evaluation and sends nothing.
    const look = async (): Promise<void> => {
      if (isLooking) {
        isAskedAgain = true;
        return;
      }
      isLooking = true;
      do {
        isAskedAgain = false;
        const response = await delivery.response(asked);
        if (response.etag !== lastTag) sendSoon(response);
        lastTag = response.etag;
      } while (isAskedAgain);
      isLooking = false;
    };
    const watch = { environmentId: asked.environmentId, publishNews: () => void look().catch(giveUp) };
    const stream = streams.open(reply, { caller, projectId: access.projectId, kind: 'config', watch });
    // A tag says more than a version: an identify meanwhile moves the one and not the other.
    const { 'if-none-match': knownTag, 'last-event-id': lastId } = request.headers;
    const isResumed = knownTag === undefined ? lastId === first.streamId : first.isKnown(knownTag);
    if (!isResumed) send(first);
    return reply;
  });
}
