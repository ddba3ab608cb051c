import type { FastifyInstance } from 'fastify';
import type { CrashIngest } from '../../collect/ingest/crash-ingest.ts';
import { handleBytes } from '../request/handle.ts';

/** POST /v1/crashes/report. Answers only after the report is on disk. */
export function registerCrashesRoute(fastify: FastifyInstance, ingest: Pick<CrashIngest, 'accept'>): void {
  handleBytes(fastify, 'reportCrash', async ({ reply, access, receivedAtMs, bodyBytes }) => {
    const { projectId, environment } = access;
    const { crashId } = await ingest.accept({ projectId, environmentId: environment.id, receivedAtMs, bodyBytes });
    reply.code(202);
    return { data: { accepted: 1, crash_id: crashId } };
  });
}
