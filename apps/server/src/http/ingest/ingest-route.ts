import { capabilities } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import type { BatchIngest } from '../../collect/ingest/batch-ingest.ts';
import { handle, handleBytes } from '../request/handle.ts';
import { limitHeaders } from '../server/limit-headers.ts';
import { ingestResponse } from './ingest-response.ts';

/** POST /v1/ingest. Answers only after the batch is on disk, so a client that saw 202 may forget it. */
export function registerIngestRoute(fastify: FastifyInstance, ingest: Pick<BatchIngest, 'accept'>): void {
  handleBytes(fastify, 'ingest', async ({ request, reply, access, receivedAtMs, bodyBytes }) => {
    const { projectId, environment } = access;
    const outcome = await ingest.accept({ projectId, environmentId: environment.id, receivedAtMs, bodyBytes });
    reply.code(202).headers(limitHeaders([...request.admission.limits, ...outcome.limits]));
    return ingestResponse(outcome);
  });

  handle(fastify, 'capabilities', async () => ({ data: capabilities }));
}
