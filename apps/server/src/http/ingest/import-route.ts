import type { FastifyInstance } from 'fastify';
import type { BatchIngest } from '../../collect/ingest/batch-ingest.ts';
import { handleBytes } from '../request/handle.ts';
import { ingestResponse } from './ingest-response.ts';

/** POST /v1/import. As POST /v1/ingest, for history: the time of receipt is now, that of each event its own. */
export function registerImportRoute(fastify: FastifyInstance, imports: Pick<BatchIngest, 'accept'>): void {
  handleBytes(fastify, 'importEvents', async ({ reply, access, receivedAtMs, bodyBytes }) => {
    const { projectId, environment } = access;
    const outcome = await imports.accept({ projectId, environmentId: environment.id, receivedAtMs, bodyBytes });
    reply.code(202);
    return ingestResponse(outcome);
  });
}
