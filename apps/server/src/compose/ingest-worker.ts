import { parentPort, workerData } from 'node:worker_threads';
import { ApiError } from '@lamppost/protocol';
import { prepareIngest, Refused } from '../collect/ingest/prepare-ingest.ts';
import { Scrubber } from '../collect/ingest/screen/scrubber.ts';
import {
  type IngestReply,
  type IngestThreadSettings,
  type IngestWork,
  ownMemory,
} from '../collect/ingest/thread/ingest-work.ts';
import { linearRegex } from '../edge/linear-regex.ts';
import { SchemaChecks } from '../features/events/schemas/schema-checks.ts';

const { scrub, scrubKeys, maxEvents } = workerData as IngestThreadSettings;
const scrubber = new Scrubber({ isOn: scrub, secretKeys: scrubKeys });

parentPort?.on('message', (work: IngestWork) => {
  replyTo(work).then(
    (reply) => parentPort?.postMessage(reply, 'prepared' in reply ? ownMemory(reply.prepared.record.body) : []),
    (error: unknown) => parentPort?.postMessage({ failure: String(error) } satisfies IngestReply),
  );
});

async function replyTo({ kind, job, schemas }: IngestWork): Promise<IngestReply> {
  const checks = new SchemaChecks(() => schemas, linearRegex);
  // A buffer loses its class on the way.
  const bodyBytes = Buffer.from(job.bodyBytes.buffer, job.bodyBytes.byteOffset, job.bodyBytes.byteLength);
  try {
    return { prepared: await prepareIngest(kind, { ...job, bodyBytes }, { scrubber, checks, maxEvents }) };
  } catch (error) {
    if (!(error instanceof Refused && error.cause instanceof ApiError)) throw error;
    const { code, message, status, details } = error.cause;
    return { refusal: { code, message, status, ...(details && { details }) }, counts: error.counts };
  }
}
