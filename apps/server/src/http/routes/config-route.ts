import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerConfig, type ConfigRequest, type FindDevice } from '../../snapshot/config-answer.ts';
import { handle } from '../handle.ts';

/** GET /v1/config. Answered from memory; a database that is down never fails it. */
export function registerConfigRoute(fastify: FastifyInstance, findDevice: FindDevice): void {
  handle(fastify, 'config', async ({ request, reply, key, query }) => {
    const deviceId = deviceHeader(request) ?? present(query.device_id);
    const asked: ConfigRequest = {
      environment: key.environment,
      ...defined('deviceId', deviceId),
      ...defined('userId', present(query.user_id)),
      ...defined('anonymousId', present(query.anonymous_id)),
      ...defined('platform', present(query.platform)),
      ...defined('appVersion', present(query.app_version)),
      ...defined('locale', present(query.locale)),
      ...defined('country', present(query.country)),
      ...defined('ifNoneMatch', request.headers['if-none-match']),
    };
    const answer = await answerConfig(asked, findDevice);
    reply.headers({
      ETag: answer.etag,
      Vary: 'Authorization, X-Environment, X-Device-ID',
      'Cache-Control': answer.isKnownDevice ? 'private, max-age=60, stale-while-revalidate=300' : 'private, no-store',
    });
    if (answer.isUnchanged) return reply.code(304).send();
    return { data: { config_version: answer.configVersion, etag: answer.etag, flags: {}, experiments: {} } };
  });
}

/** Header values arrive as latin1; ids are UTF-8. */
function deviceHeader(request: FastifyRequest): string | undefined {
  const header = request.headers['x-device-id'];
  return typeof header === 'string' ? present(Buffer.from(header, 'latin1').toString('utf8')) : undefined;
}

const present = (text: string | undefined): string | undefined => (text === '' ? undefined : text);

const defined = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
