import { invalidBody, isJsonObject, limits } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitHeaders } from '../../../http/server/limit-headers.ts';
import type { CompatDeps } from '../compat-deps.ts';
import { compatRoute } from '../compat-route.ts';
import { membersOf } from '../members.ts';
import { readClientJson, readQuietly } from '../read-client-json.ts';
import { readCountedBody, takeTranslated } from '../take-translated.ts';
import { translateSegment } from './translate-segment.ts';

/** The type of the one message, by the last part of the path; a batch says the type of each. */
const typesByPath: Readonly<Record<string, string | undefined>> = {
  batch: undefined,
  import: undefined,
  track: 'track',
  t: 'track',
  page: 'page',
  p: 'page',
  screen: 'screen',
  s: 'screen',
  identify: 'identify',
  i: 'identify',
  group: 'group',
  g: 'group',
  alias: 'alias',
  a: 'alias',
};

/** Segment's HTTP tracking API. The write key is a publishable key, as the user of Basic authentication or in the body. */
export function registerSegmentRoutes(fastify: FastifyInstance, deps: CompatDeps): void {
  for (const [last, type] of Object.entries(typesByPath)) {
    const path = `/compat/segment/v1/${last}`;
    const route = {
      method: 'POST',
      paths: [path, `${path}/`],
      name: 'compatSegment',
      bodyBytes: limits.ingestBodyBytes,
      keyOf: basicUser,
      isKeyInBody: true,
    } as const;
    compatRoute(fastify, deps, route, async ({ reply, request, bodyBytes, access }) => {
      const read = readQuietly(() => readClientJson(bodyBytes));
      const scope = await access(membersOf(read.body).writeKey);
      const translated = readCountedBody(deps, scope, 'events', () => {
        if (read.error !== undefined) throw read.error;
        if (!isJsonObject(read.body)) throw invalidBody('The body must be an object');
        return translateSegment(read.body, type);
      });
      const taken = await takeTranslated(deps, scope, translated);
      reply.headers(limitHeaders([...request.admission.limits, ...taken.limits]));
      return { success: true };
    });
  }
}

function basicUser({ headers }: FastifyRequest): string | undefined {
  const encoded = /^basic +([\w+/=-]+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return undefined;
  return Buffer.from(encoded, 'base64').toString('utf8').replace(/:.*$/s, '');
}
