import { readFile } from 'node:fs/promises';
import { ApiError, invalidBody, limits, type Route, routes } from '@lamppost/protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readJson, tooDeep } from '../../collect/ingest/json/read-json.ts';
import { WalkFlags, walkValue } from '../../collect/ingest/json/walk-value.ts';
import type { EdgeState } from '../../edge/edge-state.ts';
import { environmentOf } from '../../http/access/environment-of.ts';
import { isOwn } from '../../http/access/own-environment.ts';
import type { ProjectAccess } from '../../http/access/project-access.ts';
import { clientAbortSignal } from '../../http/request/client-abort-signal.ts';
import { handleBytes } from '../../http/request/handle.ts';
import { methodsOf } from '../../http/request/methods-of.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { checkOrigin } from './check-origin.ts';
import { describeQuery } from './describe-query.ts';
import { injectRoute } from './inject-route.ts';
import type { NamedSchemas } from './input-schema.ts';
import type { McpResponder } from './mcp-responder.ts';
import { offeredTools } from './offered-tools.ts';
import type { ToolContext } from './tool.ts';

export interface McpRouteDeps {
  readonly state: EdgeState;
  readonly openapiFile: string;
  readonly version: string;
  readonly publicUrl: string | undefined;
  readonly adminOrigins: readonly string[];
  readonly logger: Logger;
}

interface Loaded {
  readonly responder: McpResponder;
  readonly schemas: NamedSchemas;
  readonly toolTable: typeof import('./tool-table.ts').toolTable;
}

/** Older clients may send several messages at once; each can be a query. */
const MAX_BATCH = 10;

/** POST /mcp: the tools that the key may use, for assistants. */
export function registerMcpRoute(fastify: FastifyInstance, deps: McpRouteDeps): void {
  const { state, publicUrl, adminOrigins } = deps;
  const origins = publicUrl === undefined ? adminOrigins : [publicUrl, ...adminOrigins];
  let loading: Promise<Loaded> | undefined;

  handleBytes(fastify, 'mcp', async ({ request, reply, caller, access, bodyBytes }) => {
    checkOrigin(request.headers.origin, origins);
    const message = readMessage(bodyBytes);
    loading ??= load(deps);
    const { responder, schemas, toolTable } = await loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    const signal = clientAbortSignal(reply);
    const context: ToolContext = {
      call: injectRoute(fastify, request.headers.authorization ?? '', signal),
      ...reachOf(state, access),
      describeQuery: (kind) => describeQuery(schemas, kind),
      link: (environmentSlug, path) =>
        `${(publicUrl ?? ownAddress(request)).replace(/\/+$/, '')}/p/${projectSlug(state, access)}/${environmentSlug}/${path}`,
    };
    const tools = caller.kind === 'key' ? offeredTools(toolTable, caller.key) : [];
    const response = await responder.respond({ request: webRequest(request, signal), message, tools, context });
    reply.code(response.status);
    const type = response.headers.get('Content-Type');
    if (type !== null) reply.type(type);
    return await response.text();
  });

  // Without sessions there is no stream to open and none to end; clients ask, and expect this status.
  for (const method of ['GET', 'DELETE'] as const) {
    const route: Route = { ...routes.mcp, method, access: ['anyone'] };
    fastify.route({
      method: methodsOf(method),
      url: route.path,
      config: { route, routeName: 'mcp' },
      handler: async (_request, reply) => {
        reply.header('Allow', 'POST');
        throw new ApiError('VALIDATION_ERROR', 'Only POST is supported here', { status: 405 });
      },
    });
  }
}

async function load({ version, openapiFile, logger }: McpRouteDeps): Promise<Loaded> {
  const [{ McpResponder }, { toolTable }, text] = await Promise.all([
    import('./mcp-responder.ts'),
    import('./tool-table.ts'),
    readFile(openapiFile, 'utf8'),
  ]);
  const document = JSON.parse(text) as { components: { schemas: NamedSchemas } };
  const schemas = document.components.schemas;
  const onFailure = (error: unknown, tool: string): void => logger.warn({ err: error, tool }, 'MCP tool failed');
  return { responder: new McpResponder({ version, schemas, onFailure }), schemas, toolTable };
}

function readMessage(bytes: Buffer): unknown {
  const { value } = readJson(bytes);
  if ((walkValue(value, limits.nestingLevels) & WalkFlags.tooDeep) !== 0) throw tooDeep();
  if (Array.isArray(value) && value.length > MAX_BATCH) {
    throw invalidBody(`The body has more than ${MAX_BATCH} messages`);
  }
  return value;
}

function reachOf(state: EdgeState, access: ProjectAccess): Pick<ToolContext, 'environment' | 'environments'> {
  return {
    environment: (idOrSlug) => environmentOf(state, access, typeof idOrSlug === 'string' ? idOrSlug : undefined),
    environments: () => state.environmentsOf(access.projectId).filter(({ id }) => isOwn(access, id)),
  };
}

const projectSlug = (state: EdgeState, { projectId }: ProjectAccess): string =>
  state.tables.projects.get(projectId)?.slug ?? projectId;

const ownAddress = (request: FastifyRequest): string => `http://${request.headers.host ?? 'localhost'}`;

/** Bodies are JSON whatever they are called, and answers as well. */
function webRequest(request: FastifyRequest, signal: AbortSignal): Request {
  const ofProtocol = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    name.startsWith('mcp-') && typeof value === 'string' ? [[name, value]] : [],
  );
  const headers = new Headers([
    ...ofProtocol,
    ['Content-Type', 'application/json'],
    ['Accept', 'application/json, text/event-stream'],
  ]);
  return new Request('http://localhost/mcp', { method: 'POST', headers, signal, body: '{}' });
}
