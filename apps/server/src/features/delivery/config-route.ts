import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import type { OpenStreams } from '../../http/streaming/open-streams.ts';
import type { ConfigAnswer, ConfigDelivery } from './config-delivery.ts';
import { configJson, configReply, configRequest } from './config-reply.ts';

/** GET /v1/config and its stream. Answered from memory; a database that is down never fails it. */
export function registerConfigRoute(fastify: FastifyInstance, delivery: ConfigDelivery, streams: OpenStreams): void {
  handle(fastify, 'config', async ({ request, reply, access, query }) => {
    const answer = await delivery.answer(configRequest(request.headers, access, query));
    const { status, headers, body } = configReply(answer, request.headers);
    reply.code(status).headers(headers);
    return body ?? reply.send();
  });

  handle(fastify, 'configStream', async ({ request, reply, caller, access, query }) => {
    const asked = configRequest(request.headers, access, query);
    const first = await delivery.answer(asked);
    const send = (answer: ConfigAnswer): void =>
      stream.send({ event: 'config', id: answer.streamId, data: configJson(answer) });
    const giveUp = (error: unknown): void => {
      request.log.error({ err: error }, 'A stream could not be told of a change');
      stream.close();
    };
    let waiting: ConfigAnswer | undefined;
    /** Evaluating is work, so it waits for its turn; of several answers that wait the last one is sent. */
    const sendSoon = (answer: ConfigAnswer): void => {
      const isQueued = waiting !== undefined;
      waiting = answer;
      if (isQueued) return;
      streams.pace.add(() => {
        const last = waiting ?? answer;
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
        const answer = await delivery.answer(asked);
        if (answer.etag !== lastTag) sendSoon(answer);
        lastTag = answer.etag;
      } while (isAskedAgain);
      isLooking = false;
    };
    const watch = { environmentId: asked.environmentId, tellNews: () => void look().catch(giveUp) };
    const stream = streams.open(reply, { caller, projectId: access.projectId, kind: 'config', watch });
    // A tag says more than a version: an identify meanwhile moves the one and not the other.
    const { 'if-none-match': knownTag, 'last-event-id': lastId } = request.headers;
    const isResumed = knownTag === undefined ? lastId === first.streamId : first.isKnown(knownTag);
    if (!isResumed) send(first);
    return reply;
  });
}
