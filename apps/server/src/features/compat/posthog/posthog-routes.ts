import { evaluateAll } from '@lamppost/evaluator';
import { limits } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limitHeaders } from '../../../http/server/limit-headers.ts';
import type { CompatDeps } from '../compat-deps.ts';
import { compatRoute } from '../compat-route.ts';
import { membersOf, textOf } from '../members.ts';
import { readQuietly } from '../read-client-json.ts';
import { readCountedBody, takeTranslated } from '../take-translated.ts';
import { posthogDecision, posthogFlagContext, posthogFlags } from './posthog-flags.ts';
import { posthogBatch, posthogKey, readPosthogBody } from './read-posthog-body.ts';
import { translatePosthog } from './translate-posthog.ts';

const both = (path: string): string[] => [`/compat/posthog/${path}`, `/compat/posthog/${path}/`];

/** What a client asks about its project: nothing that runs other code or sends more than events. */
const remoteConfig = {
  supportedCompression: ['gzip', 'gzip-js'],
  hasFeatureFlags: true,
  isAuthenticated: false,
  toolbarParams: {},
  analytics: {},
  sessionRecording: false,
  autocapture_opt_out: false,
  autocaptureExceptions: false,
  captureDeadClicks: false,
  capturePerformance: false,
  defaultIdentifiedOnly: true,
  elementsChainAsString: true,
  heatmaps: false,
  siteApps: [],
} as const;

/** PostHog's endpoints for events and flags. The project's API key is a publishable key, in the body as clients send it. */
export function registerPosthogRoutes(fastify: FastifyInstance, deps: CompatDeps): void {
  const inBody = { method: 'POST', bodyBytes: limits.ingestBodyBytes, keyOf: queryKey, isKeyInBody: true } as const;

  const capture = ['e', 'capture', 'batch', 'track', 'engage', 'i/v0/e'].flatMap(both);
  compatRoute(fastify, deps, { ...inBody, paths: capture, name: 'compatPosthogCapture' }, async (incoming) => {
    const { request, reply, receivedAtMs } = incoming;
    const read = readQuietly(() => readPosthogBody(incoming.bodyBytes));
    const scope = await incoming.access(posthogKey(read.body));
    const translated = readCountedBody(deps, scope, 'events', () => {
      if (read.error !== undefined) throw read.error;
      return translatePosthog(posthogBatch(read.body), receivedAtMs);
    });
    const taken = await takeTranslated(deps, scope, translated);
    deps.countIgnored('posthog', 'recording', translated.ignored);
    reply.headers(limitHeaders([...request.admission.limits, ...taken.limits]));
    return { status: 1 };
  });

  const flags = ['flags', 'decide'].flatMap(both);
  compatRoute(fastify, deps, { ...inBody, paths: flags, name: 'compatPosthogFlags' }, async (incoming) => {
    const { request, bodyBytes } = incoming;
    const body = membersOf(readPosthogBody(bodyBytes));
    const { environmentId, environmentSlug } = await incoming.access(posthogKey(body));
    const asked = Array.isArray(body.flag_keys_to_evaluate) ? new Set<unknown>(body.flag_keys_to_evaluate) : undefined;
    const { compiled } = deps.state.served(environmentId);
    const evaluations = [...evaluateAll(compiled, posthogFlagContext(body, environmentSlug))].filter(
      ([key]) => asked?.has(key) !== false,
    );
    if (asked !== undefined) for (const [key] of evaluations) deps.noteFlag(environmentId, key);
    const rows = posthogFlags(evaluations);
    const isNewForm = Number(membersOf(request.query).v) >= (request.url.includes('/decide') ? 4 : 2);
    const answer = { errorsWhileComputingFlags: false, requestId: request.id };
    if (isNewForm) return { flags: rows, ...answer };
    return { ...remoteConfig, ...posthogDecision(rows), ...answer };
  });

  const configPath = '/compat/posthog/array/:key/config';
  const config = { method: 'GET', bodyBytes: limits.otherBodyBytes, keyOf: pathKey } as const;
  compatRoute(fastify, deps, { ...config, paths: [configPath], name: 'compatPosthogConfig' }, async () => remoteConfig);
  const script = { ...config, paths: [`${configPath}.js`], name: 'compatPosthogConfig' };
  compatRoute(fastify, deps, script, async ({ request, reply }) => {
    reply.type('text/javascript; charset=utf-8');
    // The key has been let in: it is made of letters, digits, `-` and `_`.
    const key = JSON.stringify(pathKey(request));
    return `(window._POSTHOG_REMOTE_CONFIG=window._POSTHOG_REMOTE_CONFIG||{})[${key}]={config:${JSON.stringify(remoteConfig)},siteApps:[]};`;
  });
}

const pathKey = ({ params }: FastifyRequest): string | undefined => textOf(membersOf(params).key);

const queryKey = ({ query }: FastifyRequest): string | undefined =>
  textOf(membersOf(query).api_key) ?? textOf(membersOf(query).token);
