import { readFile } from 'node:fs/promises';
import { DAY_MS, MINUTE_MS } from '@lamppost/protocol';
import { writeFileDurably } from '../../engines/files/write-file-durably.ts';
import { receivedEvents } from '../event-log/file/received-events.ts';
import { countFurther, type DayCount, decodeDayCounts, encodeDayCounts } from './day-counts.ts';
import type { MemoryRateLimiter } from './memory-rate-limiter.ts';

export interface DayCountFileOptions {
  readonly path: string;
  readonly logRoot: string;
  readonly memory: MemoryRateLimiter;
  /** The wall clock: it is what two processes have in common. */
  readonly nowMs?: () => number;
}

/**
 * Keeps the events of a day over restarts.
 *
 * The counts are written every few seconds. What a killed process had taken since stands in the event log, which was
 * synced before each acknowledgement, and is counted from there: exact but for batches that were under way in the very
 * moment of the last write. Batches that were spent and never acknowledged are forgotten.
 */
export class DayCountFile {
  readonly #options: DayCountFileOptions;
  readonly #nowMs: () => number;
  /** Records from here on are this process's own, and counted already. */
  readonly #bornAtMs: number;
  #written: { readonly counts: string; readonly atMs: number } | undefined;

  constructor(options: DayCountFileOptions) {
    this.#options = options;
    this.#nowMs = options.nowMs ?? Date.now;
    this.#bornAtMs = this.#nowMs();
  }

  /** Rejects when not all could be restored; what could is in force then as well. */
  async restore(): Promise<void> {
    const { path, logRoot } = this.#options;
    const text = await textOf(path);
    if (text === undefined) return;
    const counts = decodeDayCounts(text);
    if (counts === undefined) throw new Error(`${path} is damaged or from another version`);
    let days = counts.days;
    try {
      days = countFurther(days, await receivedEvents(logRoot, counts.atMs, this.#bornAtMs));
    } finally {
      this.#putInForce(days);
    }
  }

  /**
   * Writes what has changed; and at first, once a minute and as the last thing also that nothing has: the next process
   * reads the log from the last write on, also where no project has a limit for a day.
   */
  async save({ isLast = false }: { readonly isLast?: boolean } = {}): Promise<void> {
    const atMs = this.#nowMs();
    const days = this.#days(atMs);
    const counts = JSON.stringify(days.map(({ projectId, used }) => [projectId, used]));
    if (!isLast && counts === this.#written?.counts && atMs - this.#written.atMs < MINUTE_MS) return;
    await writeFileDurably(this.#options.path, encodeDayCounts({ atMs, days }));
    this.#written = { counts, atMs };
  }

  #putInForce(days: readonly DayCount[]): void {
    const nowMs = this.#nowMs();
    for (const { projectId, used, endsAtMs } of days) {
      // A clock that was set back must not make a day longer than a day.
      const leftMs = Math.min(endsAtMs - nowMs, DAY_MS);
      if (leftMs > 0) this.#options.memory.restore({ projectId, name: 'events-day', used, leftMs });
    }
  }

  #days(atMs: number): DayCount[] {
    return this.#options.memory
      .counted()
      .filter(({ name }) => name === 'events-day')
      .map(({ projectId, used, leftMs }) => ({ projectId, used, endsAtMs: atMs + leftMs }));
  }
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
