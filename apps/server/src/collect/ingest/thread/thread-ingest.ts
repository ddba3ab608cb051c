import { ApiError, unavailable } from '@lamppost/protocol';
import type { SnapshotSchema } from '../../../edge/edge-snapshot.ts';
import { compiledEntry } from '../../../engines/compiled-entry.ts';
import { SerialWorker } from '../../../engines/serial-worker.ts';
import type { IngestKind } from '../../ledger/ingest-outcomes.ts';
import type { IngestThread } from '../heavy-ingest.ts';
import type { IngestJob } from '../ingest-job.ts';
import { type PreparedIngest, Refused } from '../prepare-ingest.ts';
import { type IngestReply, type IngestThreadSettings, type IngestWork, ownMemory } from './ingest-work.ts';

export interface ThreadIngestOptions extends IngestThreadSettings {
  readonly schemasOf: (projectId: string) => ReadonlyMap<string, SnapshotSchema> | undefined;
  /** What one body may take; the largest takes a second or two. */
  readonly limitMs?: number;
  /** A thread that nobody needed for so long is ended. */
  readonly idleMs?: number;
  readonly name?: string;
}

/** Each holds a body of up to 4 MiB. */
const MAX_WAITING = 16;
const HEAP_MB = 512;
const RETRY_AFTER_SECONDS = 5;

/** Reads bodies in a worker thread, one after the other. */
export class ThreadIngest implements IngestThread {
  readonly #schemasOf: ThreadIngestOptions['schemasOf'];
  readonly #worker: SerialWorker<IngestWork, IngestReply>;

  constructor(options: ThreadIngestOptions) {
    const {
      scrub,
      scrubKeys,
      maxEvents,
      schemasOf,
      limitMs = 10_000,
      idleMs = 60_000,
      name = 'large-bodies',
    } = options;
    this.#schemasOf = schemasOf;
    this.#worker = new SerialWorker({
      entry: compiledEntry('../../../compose/ingest-worker.js', import.meta.url),
      name,
      heapMb: HEAP_MB,
      limitMs,
      idleMs,
      workerData: {
        scrub,
        scrubKeys,
        ...(maxEvents === undefined ? {} : { maxEvents }),
      } satisfies IngestThreadSettings,
    });
  }

  async prepare(kind: IngestKind, job: IngestJob): Promise<PreparedIngest> {
    if (this.#worker.waiting >= MAX_WAITING) throw busy('Too many large bodies are being read');
    const schemas = this.#schemasOf(job.projectId);
    const work: IngestWork = { kind, job, ...(schemas === undefined ? {} : { schemas }) };
    const reply = await this.#worker.run(work, ownMemory(job.bodyBytes));
    if (reply === undefined) throw busy('The body could not be read in time');
    if ('prepared' in reply) return revive(reply.prepared);
    if ('failure' in reply) throw new Error(`The thread that reads large bodies failed: ${reply.failure}`);
    const { code, message, ...options } = reply.refusal;
    throw new Refused(new ApiError(code, message, options), reply.counts);
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}

const busy = (message: string): ApiError => unavailable(message, RETRY_AFTER_SECONDS);

/** Buffers lose their class on the way. */
function revive({ record, keptReport, ...prepared }: PreparedIngest): PreparedIngest {
  return {
    ...prepared,
    record: { ...record, body: asBuffer(record.body) },
    ...(keptReport === undefined ? {} : { keptReport: { ...keptReport, report: asBuffer(keptReport.report) } }),
  };
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
