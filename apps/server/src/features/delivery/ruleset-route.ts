import type { FastifyInstance } from 'fastify';
import { isTagKnown } from '../../edge/config-tag.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { inGeneration } from '../../edge/generation.ts';
import type { ServedRuleset } from '../../edge/served-ruleset.ts';
import { handle } from '../../http/request/handle.ts';
import { isoTime } from '../../http/request/wire-time.ts';
import type { OpenStreams } from '../../http/streaming/open-streams.ts';

/** GET /v1/ruleset and its stream: for server SDKs that evaluate by themselves. */
export function registerRulesetRoute(fastify: FastifyInstance, state: EdgeState, streams: OpenStreams): void {
  handle(fastify, 'ruleset', async ({ request, reply, access }) => {
    const served = state.served(access.environment.id);
    reply.headers({ ETag: served.tag, Vary: 'Authorization', 'Cache-Control': 'private, no-cache' });
    if (isTagKnown(served.tag, request.headers['if-none-match'])) return reply.code(304).send();
    return rulesetJson(served);
  });

  handle(fastify, 'rulesetStream', async ({ request, reply, caller, access }) => {
    const environmentId = access.environment.id;
    let lastTag: string | undefined;
    const publishNews = (): void => {
      const served = state.served(environmentId);
      if (served.tag === lastTag) return;
      const isKnown = lastTag === undefined && isTagKnown(served.tag, request.headers['if-none-match']);
      lastTag = served.tag;
      const id = inGeneration(served.compiled.configVersion, state.generation);
      if (!isKnown) stream.send({ event: 'ruleset', id, data: rulesetJson(served) });
    };
    const watch = { environmentId, publishNews: publishNews };
    const stream = streams.open(reply, { caller, projectId: access.projectId, kind: 'config', watch });
    publishNews();
    return reply;
  });
}

const rulesetJson = ({ json, tag }: ServedRuleset): string => {
  const about = JSON.stringify({ etag: tag, server_time: isoTime(Date.now()) });
  return `{"data":{${json},${about.slice(1)}}`;
};
