import type { FastifyInstance } from 'fastify';
import { isTagKnown } from '../../edge/config-tag.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { inGeneration } from '../../edge/generation.ts';
import type { RulesetText } from '../../edge/served-ruleset.ts';
import { handle } from '../../http/request/handle.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { OpenStreams } from '../../http/streaming/open-streams.ts';

/** GET /v1/ruleset and its stream: for server SDKs that evaluate by themselves. */
export function registerRulesetRoute(fastify: FastifyInstance, state: EdgeState, streams: OpenStreams): void {
  handle(fastify, 'ruleset', async ({ request, reply, access, query }) => {
    const text = state.served(access.environment.id).inVersion(query.ruleset_version ?? 1);
    reply.headers({ ETag: text.tag, Vary: 'Authorization', 'Cache-Control': 'private, no-cache' });
    if (isTagKnown(text.tag, request.headers['if-none-match'])) return reply.code(304).send();
    return rulesetJson(text);
  });

  handle(fastify, 'rulesetStream', async ({ request, reply, caller, access, query }) => {
    const environmentId = access.environment.id;
    let lastTag: string | undefined;
    const publishNews = (): void => {
      const served = state.served(environmentId);
      const text = served.inVersion(query.ruleset_version ?? 1);
      if (text.tag === lastTag) return;
      const isKnown = lastTag === undefined && isTagKnown(text.tag, request.headers['if-none-match']);
      lastTag = text.tag;
      const id = inGeneration(served.compiled.configVersion, state.generation);
      if (!isKnown) stream.send({ event: 'ruleset', id, data: rulesetJson(text) });
    };
    const watch = { environmentId, publishNews: publishNews };
    const stream = streams.open(reply, { caller, projectId: access.projectId, kind: 'config', watch });
    publishNews();
    return reply;
  });
}

const rulesetJson = ({ json, tag }: RulesetText): string => {
  const about = JSON.stringify({ etag: tag, server_time: isoTime(Date.now()) });
  return `{"data":{${json},${about.slice(1)}}`;
};
