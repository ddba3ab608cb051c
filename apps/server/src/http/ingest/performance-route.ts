import type { FastifyInstance } from 'fastify';
import type { PerformanceIngest } from '../../collect/ingest/performance-ingest.ts';
import { handleBytes } from '../request/handle.ts';
import { performanceResponse } from './ingest-response.ts';

/** POST /v1/performance/ingest. Answers only after the metrics are on disk. */
export function registerPerformanceRoute(fastify: FastifyInstance, ingest: Pick<PerformanceIngest, 'accept'>): void {
  handleBytes(fastify, 'ingestPerformance', async ({ reply, access, receivedAtMs, bodyBytes }) => {
    const { projectId, environment } = access;
    const outcome = await ingest.accept({ projectId, environmentId: environment.id, receivedAtMs, bodyBytes });
    reply.code(202);
    return performanceResponse(outcome);
  });
}
