import { Worker } from 'node:worker_threads';
import { compiledEntry } from '../../../engines/compiled-entry.ts';
import type { ReportReader } from '../report/report-reader.ts';
import type { ReportReply, ReportWork } from './report-work.ts';

export interface ThreadReportReaderOptions {
  /** What one report may take; a report of 4 MiB takes a tenth of a second. */
  readonly limitMs?: number;
  /** A thread that nobody needed for so long is let go. */
  readonly idleMs?: number;
}

const heapMb = 192;

/** One thread, one report after the other. A thread that a report breaks is replaced. */
export class ThreadReportReader implements ReportReader {
  readonly #limitMs: number;
  readonly #idleMs: number;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ limitMs = 10_000, idleMs = 60_000 }: ThreadReportReaderOptions = {}) {
    this.#limitMs = limitMs;
    this.#idleMs = idleMs;
  }

  async read(reportJson: string) {
    return (await this.#inTurn({ do: 'read', reportJson }))?.report;
  }

  async group(reportJson: string) {
    return (await this.#inTurn({ do: 'group', reportJson }))?.grouped;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleTimer);
    await this.#worker?.terminate();
    await this.#last;
  }

  #inTurn(work: ReportWork): Promise<ReportReply | undefined> {
    this.#waiting += 1;
    const turn = this.#last.then(() => (this.#isClosed ? undefined : this.#ask(work)));
    this.#last = turn.finally(() => {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.#isClosed) this.#rest();
    });
    return turn;
  }

  /** Never rejects: what goes wrong with the thread is that report's fault. */
  #ask(work: ReportWork): Promise<ReportReply | undefined> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker ?? this.#start();
    return new Promise((resolve) => {
      const end = (reply: ReportReply | undefined): void => {
        clearTimeout(timer);
        worker.off('message', end).off('error', abandon).off('exit', abandon);
        resolve(reply);
      };
      const abandon = (): void => {
        if (this.#worker === worker) this.#worker = undefined;
        void worker.terminate();
        end(undefined);
      };
      const timer = setTimeout(abandon, this.#limitMs);
      worker.on('message', end).on('error', abandon).on('exit', abandon);
      worker.postMessage(work);
    });
  }

  #start(): Worker {
    const worker = new Worker(compiledEntry('./report-reader-worker.js', import.meta.url), {
      name: 'crash-reports',
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    worker.unref();
    // Between two reports nobody waits; without a listener an error would end the process.
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
