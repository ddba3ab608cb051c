import { Worker } from 'node:worker_threads';
import { compiledEntry } from '../../../engines/compiled-entry.ts';
import { SymbolFault } from '../symbol-fault.ts';
import type { SymbolWork, WorkReply, WorkResults } from './symbol-work.ts';

/** The worker was given up: what it was asked took too long or too much memory, or the worker failed by itself. */
export class WorkAbandoned extends Error {
  readonly why: 'time' | 'memory' | 'failure' | 'closed';
  constructor(why: WorkAbandoned['why'], message: string) {
    super(message);
    this.name = 'WorkAbandoned';
    this.why = why;
  }
}

export interface WorkerLaneOptions {
  readonly name: string;
  readonly heapMb: number;
  /** A worker that nobody needed for so long is let go, with all that it holds. */
  readonly idleMs: number;
}

/** Does one thing after the other in a thread that may be killed at any moment, by time or by memory. */
export class WorkerLane {
  readonly #options: WorkerLaneOptions;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  #waiting = 0;
  #isClosed = false;

  constructor(options: WorkerLaneOptions) {
    this.#options = options;
  }

  /** How many have not been answered yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Throws SymbolFault for what the content is to blame for, WorkAbandoned for the rest. The time is that of the work alone. */
  run<W extends SymbolWork>(work: W, limitMs: number): Promise<WorkResults[W['do']]> {
    this.#waiting += 1;
    const turn = this.#last.then(() => this.#perform(work, limitMs));
    const settled = turn.finally(() => {
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#rest();
    });
    this.#last = settled.catch(() => undefined);
    return settled as Promise<WorkResults[W['do']]>;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
  }

  async #perform(work: SymbolWork, limitMs: number): Promise<WorkResults[keyof WorkResults]> {
    if (this.#isClosed) throw new WorkAbandoned('closed', 'The server is stopping.');
    clearTimeout(this.#idleTimer);
    const worker = this.#worker ?? this.#start();
    const reply = await this.#run(worker, work, limitMs);
    if ('fault' in reply) throw new SymbolFault(reply.fault);
    if ('error' in reply) throw new WorkAbandoned('failure', reply.error);
    return reply.result;
  }

  #run(worker: Worker, work: SymbolWork, limitMs: number): Promise<WorkReply> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => giveUp('time', `Processing took longer than ${limitMs} ms.`), limitMs);
      const giveUp = (why: WorkAbandoned['why'], message: string) => {
        finish();
        if (this.#worker === worker) this.#worker = undefined;
        void worker.terminate();
        reject(new WorkAbandoned(why, message));
      };
      const onMessage = (reply: WorkReply) => {
        finish();
        resolve(reply);
      };
      const onError = (error: Error & { code?: string }) => {
        const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        giveUp(isMemory ? 'memory' : 'failure', isMemory ? 'Processing needs too much memory.' : error.message);
      };
      const onExit = () => giveUp(this.#isClosed ? 'closed' : 'failure', 'Its thread ended.');
      const finish = () => {
        clearTimeout(timer);
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        // Somebody must listen: an error between two queries would end the process.
        worker.on('error', () => this.#forget(worker));
      };
      worker.removeAllListeners('error').on('message', onMessage).on('error', onError).on('exit', onExit);
      worker.postMessage(work);
    });
  }

  #start(): Worker {
    const entry = compiledEntry('./symbol-worker.js', import.meta.url);
    const worker = new Worker(entry, {
      name: this.#options.name,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb, maxYoungGenerationSizeMb: 32 },
    });
    worker.unref();
    this.#worker = worker;
    return worker;
  }

  #forget(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
  }

  #rest(): void {
    if (this.#isClosed) return;
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, this.#options.idleMs).unref();
  }
}
