import { Worker, type WorkerOptions } from 'node:worker_threads';

export interface SerialWorkerOptions {
  readonly entry: URL;
  readonly name: string;
  readonly heapMb: number;
  /** What one job may take. */
  readonly limitMs: number;
  /** A thread that nobody needed for so long is ended. */
  readonly idleMs: number;
  readonly workerData?: WorkerOptions['workerData'];
}

/** One worker thread that does one job after the other. A thread that a job breaks, or keeps too long, is replaced. */
export class SerialWorker<Job, Reply> {
  readonly #options: SerialWorkerOptions;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: SerialWorkerOptions) {
    this.#options = options;
  }

  /** Jobs that are done or wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Undefined when the thread broke, took too long, or is closed. Rejects for a job that cannot be sent to a thread.
   * Memory in `moved` goes to the thread without a copy; the caller no longer has it.
   */
  run(job: Job, moved: readonly ArrayBuffer[] = []): Promise<Reply | undefined> {
    this.#waiting += 1;
    const turn = this.#last.then(() => (this.#isClosed ? undefined : this.#send(job, moved)));
    const finished = (): void => {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isClosed) this.#endWhenIdle();
    };
    // A job that failed told its own caller; the next one only has to wait for it.
    this.#last = turn.then(finished, finished);
    return turn;
  }

  /** Ends the job at hand; those that wait are not begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
    await this.#last;
  }

  #send(job: Job, moved: readonly ArrayBuffer[]): Promise<Reply | undefined> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', abandon).off('exit', abandon);
      };
      const answered = (reply: Reply): void => {
        end();
        resolve(reply);
      };
      const abandon = (): void => {
        if (this.#worker === worker) this.#worker = undefined;
        void worker.terminate();
        end();
        resolve(undefined);
      };
      const timer = setTimeout(abandon, this.#options.limitMs);
      worker.on('message', answered).on('error', abandon).on('exit', abandon);
      try {
        worker.postMessage(job, moved);
      } catch (error) {
        end();
        reject(error);
      }
    });
  }

  #start(): Worker {
    const { entry, name, heapMb, workerData } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    const worker = new Worker(entry, { name, execArgv: [], workerData, resourceLimits });
    worker.unref();
    // Between two jobs nobody listens; without a listener an error would end the process.
    worker.on('error', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }

  #endWhenIdle(): void {
    this.#idleTimer = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      void worker?.terminate();
    }, this.#options.idleMs).unref();
  }
}
