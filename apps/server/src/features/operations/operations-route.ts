import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { handle } from '../../http/request/handle.ts';
import type { Health } from '../../telemetry/health.ts';
import type { Metrics } from '../../telemetry/metrics.ts';

export interface OperationsRouteDeps {
  readonly health: Health;
  readonly metrics: Metrics;
  /** Where the generated documents are. */
  readonly documents: { readonly openapi: string; readonly reference: string };
}

/** For those who run it: alive, ready, measured, documented. */
export function registerOperationsRoute(
  fastify: FastifyInstance,
  { health, metrics, documents }: OperationsRouteDeps,
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

  handle(fastify, 'openapi', async () => await readFile(documents.openapi, 'utf8'));

  handle(fastify, 'reference', async ({ reply }) => {
    reply
      .type('text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .header('X-Content-Type-Options', 'nosniff');
    return await readFile(documents.reference, 'utf8');
  });
}
