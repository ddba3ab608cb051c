import { compiledEntry } from '../../../engines/compiled-entry.ts';
import { SerialWorker } from '../../../engines/serial-worker.ts';
import type { ReportJson, ReportReader } from '../report/report-reader.ts';
import type { ReportReply, ReportWork } from './report-work.ts';

export interface ThreadReportReaderOptions {
  /** What one report may take; a report of 4 MiB takes a tenth of a second. */
  readonly limitMs?: number;
  /** A thread that nobody needed for so long is ended. */
  readonly idleMs?: number;
}

const HEAP_MB = 192;

/** Reads reports in a worker thread, one after the other. What goes wrong with the thread is that report's fault. */
export class ThreadReportReader implements ReportReader {
  readonly #worker: SerialWorker<ReportWork, ReportReply>;

  constructor({ limitMs = 10_000, idleMs = 60_000 }: ThreadReportReaderOptions = {}) {
    const entry = compiledEntry('./report-reader-worker.js', import.meta.url);
    this.#worker = new SerialWorker({ entry, name: 'crash-reports', heapMb: HEAP_MB, limitMs, idleMs });
  }

  async read(reportJson: ReportJson) {
    return (await this.#worker.run({ do: 'read', reportJson }))?.report;
  }

  async group(reportJson: ReportJson) {
    return (await this.#worker.run({ do: 'group', reportJson }))?.grouped;
  }

  close(): Promise<void> {
    return this.#worker.close();
  }
}
