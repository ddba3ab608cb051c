import type { IncomingMessage } from 'node:http';
import { limits, routes, tooLarge } from '@lamppost/protocol';
import type { BatchIngest } from '../../collect/ingest/batch-ingest.ts';
import { type HotRoute, isOfBrowser } from '../hot/hot-path.ts';
import type { WorkSlices } from '../overload/work-slices.ts';
import { ingestResponse } from './ingest-response.ts';

/** POST /v1/ingest, uncompressed. */
export const hotIngest = (ingest: Pick<BatchIngest, 'accept'>, slices: WorkSlices): HotRoute => ({
  name: 'ingest',
  matches: (request) =>
    request.method === 'POST' &&
    request.url === routes.ingest.path &&
    request.headers['content-encoding'] === undefined &&
    !isOfBrowser(request.headers),
  work: async (request, key) => {
    const bodyBytes = await readBody(request, limits.ingestBodyBytes);
    if (bodyBytes === undefined) return undefined;
    const receivedAtMs = Date.now();
    const slice = slices.next();
    if (slice !== undefined) await slice;
    const { projectId, environment } = key;
    const outcome = await ingest.accept({ projectId, environmentId: environment.id, receivedAtMs, bodyBytes });
    return { status: 202, body: ingestResponse(outcome), limits: outcome.limits };
  },
});

/** Undefined when the client went away: there is nobody to answer and nothing was taken. */
function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) {
      reject(tooLarge(limitBytes));
      return;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limitBytes) {
        request.removeAllListeners('data');
        reject(tooLarge(limitBytes));
      } else {
        chunks.push(chunk);
      }
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, bytes)));
    request.on('close', () => resolve(undefined));
    request.on('error', () => resolve(undefined));
  });
}
