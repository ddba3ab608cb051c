import { readFile } from 'node:fs/promises';
import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import type { Documentation } from '../../http/static/documentation.ts';
import type { Health } from '../../telemetry/health.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

export interface OperationsRouteDeps {
  readonly health: Health;
  readonly metrics: Metrics;
  /** Where the generated document is. */
  readonly openapiFile: string;
  readonly documentation: Documentation;
}

/** For those who run it: alive, ready, measured, documented. */
export function registerOperationsRoute(
  fastify: FastifyInstance,
  { health, metrics, openapiFile, documentation }: OperationsRouteDeps,
): void {
  handle(fastify, 'health', async () => ({ status: 'ok' }));

  handle(fastify, 'ready', async ({ reply }) => {
    const report = health.report();
    reply.code(report.status === 'ready' ? 200 : 503);
    return report;
  });

  handle(fastify, 'readyConfig', async ({ reply }) => {
    const { available, reason } = health.config();
    reply.code(available ? 200 : 503);
    return { status: available ? 'ready' : 'not_ready', reasons: reason === null ? [] : [reason] };
  });

  handle(fastify, 'metrics', async ({ reply }) => {
    reply.type(metrics.contentType);
    return await metrics.text();
  });

  handle(fastify, 'openapi', async () => await readFile(openapiFile, 'utf8'));

  handle(fastify, 'reference', async ({ request, reply }) => {
    const page = await documentation.response(request, reply);
    if (page === undefined) throw new ApiError('NOT_FOUND', 'Page not found');
    return page;
  });
}
