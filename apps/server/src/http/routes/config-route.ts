import type { Wire } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ConfigAnswer, ConfigDelivery, ConfigRequest } from '../../snapshot/config-delivery.ts';
import type { KnownKey } from '../../snapshot/edge-state.ts';
import { defined } from '../defined.ts';
import { EventStream } from '../event-stream.ts';
import { handle } from '../handle.ts';
import type { OpenStreams } from '../open-streams.ts';

/** GET /v1/config and its stream. Answered from memory; a database that is down never fails it. */
export function registerConfigRoute(fastify: FastifyInstance, delivery: ConfigDelivery, streams: OpenStreams): void {
  handle(fastify, 'config', async ({ request, reply, key, query }) => {
    const answer = await delivery.answer(requestOf(request, key, query));
    reply.headers({
      ETag: answer.etag,
      Vary: 'Authorization, X-Environment, X-Device-ID',
      'Cache-Control': answer.isKnownDevice ? 'private, max-age=60, stale-while-revalidate=300' : 'private, no-store',
    });
    if (answer.isKnown(request.headers['if-none-match'])) return reply.code(304).send();
    return configJson(answer);
  });

  handle(fastify, 'configStream', async ({ request, reply, key, query }) => {
    const asked = requestOf(request, key, query);
    const first = await delivery.answer(asked);
    const stream = EventStream.open(reply);
    const send = (answer: ConfigAnswer): void =>
      stream.send({ event: 'config', id: answer.configVersion, data: configJson(answer) });
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
        if (answer.etag !== lastTag) send(answer);
        lastTag = answer.etag;
      } while (isAskedAgain);
      isLooking = false;
    };
    streams.add(stream, key.keyId, () => {
      look().catch((error: unknown) => {
        request.log.error({ err: error }, 'A stream could not be told of a change');
        stream.close();
      });
    });
    const isResumed = request.headers['last-event-id'] === first.configVersion;
    if (!isResumed && !first.isKnown(request.headers['if-none-match'])) send(first);
    return reply;
  });
}

function requestOf(request: FastifyRequest, key: KnownKey, query: Wire['ConfigQuery']): ConfigRequest {
  return {
    environmentId: key.environment.id,
    ...defined({
      deviceId: deviceHeader(request) ?? present(query.device_id),
      userId: present(query.user_id),
      anonymousId: present(query.anonymous_id),
      platform: present(query.platform),
      appVersion: present(query.app_version),
      locale: present(query.locale),
      country: present(query.country),
    }),
  };
}

function configJson(answer: ConfigAnswer): string {
  const { flags, experiments } = answer.evaluate();
  return JSON.stringify({ data: { config_version: answer.configVersion, etag: answer.etag, flags, experiments } });
}

/** Header values arrive as latin1; ids are UTF-8. */
function deviceHeader(request: FastifyRequest): string | undefined {
  const header = request.headers['x-device-id'];
  return typeof header === 'string' ? present(Buffer.from(header, 'latin1').toString('utf8')) : undefined;
}

const present = (text: string | undefined): string | undefined => (text === '' ? undefined : text);
