import { invalidBody, isJsonObject, limits } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitHeaders } from '../../../http/server/limit-headers.ts';
import type { CompatDeps } from '../compat-deps.ts';
import { compatRoute } from '../compat-route.ts';
import { membersOf, textOf } from '../members.ts';
import { readClientJson } from '../read-client-json.ts';
import { readCountedBody, takeTranslated } from '../take-translated.ts';
import { type Envelope, readEnvelope } from './read-envelope.ts';
import { translateEnvelope } from './translate-envelope.ts';

/** The address of old clients takes one event. */
const readers: Readonly<Record<string, (bytes: Buffer) => Envelope>> = {
  envelope: readEnvelope,
  store: (bytes) => {
    const payload = readClientJson(bytes);
    if (!isJsonObject(payload)) throw invalidBody('The body must be an event');
    return { eventId: textOf(payload.event_id), items: [{ type: 'event', payload }] };
  },
};

/** Sentry's ingestion: the public key of a DSN is a publishable key; its project number is not looked at. */
export function registerSentryRoutes(fastify: FastifyInstance, deps: CompatDeps): void {
  for (const [last, read] of Object.entries(readers)) {
    const path = `/compat/sentry/api/:project/${last}`;
    const route = {
      method: 'POST',
      paths: [path, `${path}/`],
      name: 'compatSentry',
      bodyBytes: limits.crashBodyBytes,
      keyOf: sentryKey,
    } as const;
    compatRoute(fastify, deps, route, async ({ request, reply, bodyBytes, access }) => {
      const scope = await access();
      const [envelope, translated] = readCountedBody(deps, scope, 'crashes', () => {
        const whole = read(bodyBytes);
        return [whole, translateEnvelope(whole)] as const;
      });
      if (translated.broken > 0) deps.outcomes.invalid(scope, 'crashes', 'body_invalid', translated.broken);
      const taken = await takeTranslated(deps, scope, translated);
      for (const type of translated.ignored) deps.countIgnored('sentry', type, 1);
      reply.headers(limitHeaders([...request.admission.limits, ...taken.limits]));
      return envelope.eventId === undefined ? {} : { id: envelope.eventId };
    });
  }
}

/** Browsers say it in the address, so that the request needs no preflight. */
function sentryKey({ headers, query }: FastifyRequest): string | undefined {
  const header = textOf(headers['x-sentry-auth']) ?? '';
  return textOf(membersOf(query).sentry_key) ?? /\bsentry_key=([^\s,]+)/.exec(header)?.[1];
}
