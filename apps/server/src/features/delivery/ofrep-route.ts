import { createHash } from 'node:crypto';
import { contextFromWire, type EvaluationContext, evaluateAll, evaluateFlag } from '@lamppost/evaluator';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { readJson } from '../../collect/ingest/json/read-json.ts';
import { isTagKnown } from '../../edge/config-tag.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { inGeneration } from '../../edge/generation.ts';
import type { ServedRuleset } from '../../edge/served-ruleset.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { handle, handleBytes } from '../../http/request/handle.ts';
import type { OpenStreams } from '../../http/streaming/open-streams.ts';
import type { FlagSightings } from '../flags/flag-sightings.ts';
import { ofrepEvaluation } from './ofrep-evaluation.ts';
import type { StreamTokens } from './stream-tokens.ts';

export interface OfrepRouteDeps {
  readonly state: EdgeState;
  readonly sightings: FlagSightings;
  readonly streams: OpenStreams;
  readonly tokens: StreamTokens;
}

type Failure = { readonly errorCode: string; readonly errorDetails: string };

/** The OpenFeature Remote Evaluation Protocol: its own bodies for what it calls errors, our envelope for the rest. */
export function registerOfrepRoute(
  fastify: FastifyInstance,
  { state, sightings, streams, tokens }: OfrepRouteDeps,
): void {
  handleBytes(fastify, 'ofrepEvaluate', async ({ reply, access, param, bodyBytes }) => {
    const flagKey = param('key');
    const context = readContext(bodyBytes, access);
    if ('errorCode' in context) return refuse(reply, 400, { key: flagKey, ...context });
    const evaluation = evaluateFlag(state.served(access.environment.id).compiled, flagKey, context);
    if (evaluation.reason === 'NOT_FOUND') {
      return refuse(reply, 404, {
        key: flagKey,
        errorCode: 'FLAG_NOT_FOUND',
        errorDetails: `There is no flag ${flagKey}`,
      });
    }
    sightings.note(access.environment.id, flagKey);
    return ofrepEvaluation(flagKey, evaluation, state.served(access.environment.id).compiled.configVersion);
  });

  handleBytes(fastify, 'ofrepEvaluateAll', async ({ request, reply, caller, access, bodyBytes }) => {
    if (caller.kind !== 'key') throw new Error('A stream token stands for a key');
    const context = readContext(bodyBytes, access);
    if ('errorCode' in context) return refuse(reply, 400, context);
    const { compiled, tag } = state.served(access.environment.id);
    const inputs = [tag, tokens.span(), context];
    const etag = `"${createHash('sha1').update(JSON.stringify(inputs)).digest('base64url')}"`;
    reply.headers({ ETag: etag, Vary: 'Authorization, X-API-Key', 'Cache-Control': 'private, no-cache' });
    if (isTagKnown(etag, request.headers['if-none-match'])) return reply.code(304).send();
    const { configVersion } = compiled;
    return {
      flags: [...evaluateAll(compiled, context)].map(([flagKey, evaluation]) =>
        ofrepEvaluation(flagKey, evaluation, configVersion),
      ),
      metadata: { config_version: configVersion },
      eventStreams: [
        {
          type: 'sse',
          endpoint: { requestUri: `/ofrep/v1/stream?token=${tokens.issue(caller.key)}` },
          inactivityDelaySec: 120,
        },
      ],
    };
  });

  handle(fastify, 'ofrepStream', async ({ request, reply, query }) => {
    const key = tokens.keyOf(query.token);
    const environmentId = key.environment.id;
    const idOf = ({ compiled }: ServedRuleset): string => inGeneration(compiled.configVersion, state.generation);
    const served = state.served(environmentId);
    const { 'last-event-id': lastId } = request.headers;
    let lastTag = lastId === undefined || lastId === idOf(served) ? served.tag : undefined;
    const publishNews = (): void => {
      const now = state.served(environmentId);
      if (now.tag === lastTag) return;
      lastTag = now.tag;
      const data = { type: 'refetchEvaluation', etag: now.tag, lastModified: new Date().toUTCString() };
      stream.send({ event: 'message', id: idOf(now), data: JSON.stringify(data) });
    };
    const caller = { kind: 'key', key } as const;
    const watch = { environmentId, publishNews: publishNews };
    const stream = streams.open(reply, { caller, projectId: key.projectId, kind: 'config', watch });
    publishNews();
    return reply;
  });
}

function refuse(reply: FastifyReply, status: number, body: object): object {
  reply.code(status);
  return body;
}

/** The targeting key is the user, unless the context names a user itself. */
function readContext(bytes: Buffer, access: ProjectAccess): EvaluationContext | Failure {
  let body: unknown;
  try {
    body = bytes.length === 0 ? {} : readJson(bytes).value;
  } catch {
    return { errorCode: 'PARSE_ERROR', errorDetails: 'The body is not valid JSON' };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return { errorCode: 'PARSE_ERROR', errorDetails: 'The body must be an object' };
  }
  const { context = {} } = body as { context?: unknown };
  if (typeof context !== 'object' || context === null || Array.isArray(context)) {
    return { errorCode: 'INVALID_CONTEXT', errorDetails: 'context must be an object' };
  }
  const wire = context as Record<string, unknown>;
  const { targetingKey } = wire;
  delete wire.targetingKey;
  if (targetingKey !== undefined && targetingKey !== null && typeof targetingKey !== 'string') {
    return { errorCode: 'INVALID_CONTEXT', errorDetails: 'targetingKey must be a string' };
  }
  const read = contextFromWire(wire);
  return { ...read, userId: read.userId ?? targetingKey ?? undefined, environment: access.environment.slug };
}
