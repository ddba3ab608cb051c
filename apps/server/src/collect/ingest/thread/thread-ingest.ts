import { Worker } from 'node:worker_threads';
import { ApiError, unavailable } from '@lamppost/protocol';
import type { SnapshotSchema } from '../../../edge/edge-snapshot.ts';
import { compiledEntry } from '../../../engines/compiled-entry.ts';
import type { IngestKind } from '../../ledger/ingest-outcomes.ts';
import type { IngestJob } from '../batch-ingest.ts';
import type { IngestThread } from '../heavy-ingest.ts';
import { type PreparedIngest, Refused } from '../prepare-ingest.ts';
import type { IngestReply, IngestThreadSettings, IngestWork } from './ingest-work.ts';

export interface ThreadIngestOptions extends IngestThreadSettings {
  readonly schemasOf: (projectId: string) => ReadonlyMap<string, SnapshotSchema> | undefined;
  /** What one body may take; the largest takes a second or two. */
  readonly limitMs?: number;
  /** A thread that nobody needed for so long is let go. */
  readonly idleMs?: number;
}

/** Each holds a body of up to 4 MiB. */
const MAX_WAITING = 16;
const HEAP_MB = 512;
const RETRY_AFTER_SECONDS = 5;

/** One thread, one body after the other. A thread that a body breaks is replaced. */
export class ThreadIngest implements IngestThread {
  readonly #options: ThreadIngestOptions;
  readonly #limitMs: number;
  readonly #idleMs: number;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: ThreadIngestOptions) {
    this.#options = options;
    this.#limitMs = options.limitMs ?? 10_000;
    this.#idleMs = options.idleMs ?? 60_000;
  }

  async prepare(kind: IngestKind, job: IngestJob): Promise<PreparedIngest> {
    if (this.#waiting >= MAX_WAITING) throw busy('Too many large bodies are being read');
    const schemas = this.#options.schemasOf(job.projectId);
    const reply = await this.#inTurn({ kind, job, ...(schemas === undefined ? {} : { schemas }) });
    if ('prepared' in reply) return revive(reply.prepared);
    if ('failure' in reply) throw new Error(`The thread that reads large bodies failed: ${reply.failure}`);
    const { code, message, ...options } = reply.refusal;
    throw new Refused(new ApiError(code, message, options), reply.counts);
  }

  /** To be called when nobody waits any more. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  #inTurn(work: IngestWork): Promise<IngestReply> {
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#ask(work));
    this.#last = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
        if (this.#waiting === 0) this.#rest();
      });
    return turn;
  }

  #ask(work: IngestWork): Promise<IngestReply> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', abandon).off('exit', abandon);
        settle();
      };
      const answered = (reply: IngestReply): void => end(() => resolve(reply));
      const abandon = (): void => {
        if (this.#worker === worker) this.#worker = undefined;
        void worker.terminate();
        end(() => reject(busy('The body could not be read in time')));
      };
      const timer = setTimeout(abandon, this.#limitMs);
      worker.on('message', answered).on('error', abandon).on('exit', abandon);
      worker.postMessage(work);
    });
  }

  #start(): Worker {
    const { scrub, scrubKeys } = this.#options;
    const worker = new Worker(compiledEntry('../../../compose/ingest-worker.js', import.meta.url), {
      name: 'large-bodies',
      execArgv: [],
      workerData: { scrub, ...(scrubKeys === undefined ? {} : { scrubKeys }) } satisfies IngestThreadSettings,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    worker.unref();
    // Between two bodies nobody waits; without a listener an error would end the process.
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }

  #rest(): void {
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, this.#idleMs).unref();
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
