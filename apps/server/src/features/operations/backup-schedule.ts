import { IntervalTask } from '../../telemetry/interval-task.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { BackupJobs } from './backup-jobs.ts';
import type { BackupMaker } from './backup-maker.ts';

export interface BackupScheduleDeps {
  readonly everyMs: number;
  /** How many of the schedule's own are kept. */
  readonly keep: number;
  readonly backups: Pick<BackupJobs, 'makeScheduled' | 'madeHere' | 'failAbandoned'>;
  readonly maker: Pick<BackupMaker, 'scheduled' | 'remove'>;
  readonly logger: Logger;
  /** Whether this process is the one that makes them. */
  readonly isHere?: () => boolean;
  /** The two clocks; others in tests. */
  readonly wallMs?: () => number;
  readonly monotonicMs?: () => number;
}

export interface BackupScheduleStatus {
  /** When the newest one of the schedule was made. */
  readonly lastAtMs?: number;
  readonly failure?: string;
}

const LOOK_EVERY_MS = 30_000;
const RETRY_MS = 600_000;

/**
 * Makes a backup every so often. When the last one was made stands in the backups themselves, so a restart neither
 * forgets one nor makes one more. Old ones go after a new one was made and read again, never before; those that a person
 * asked for, and those of another installation in the same folder, stay.
 */
export class BackupSchedule {
  readonly #deps: BackupScheduleDeps;
  readonly #wallMs: () => number;
  readonly #monotonicMs: () => number;
  /** By the monotonic clock: one that is set back or ahead neither stops the backups nor makes more of them. */
  #dueAtMs: number | undefined;
  #status: BackupScheduleStatus = {};
  #task: IntervalTask | undefined;

  constructor(deps: BackupScheduleDeps) {
    this.#deps = deps;
    this.#wallMs = deps.wallMs ?? Date.now;
    this.#monotonicMs = deps.monotonicMs ?? (() => performance.now());
  }

  get status(): BackupScheduleStatus {
    return this.#status;
  }

  start(): void {
    const { everyMs, logger } = this.#deps;
    this.#task = new IntervalTask(
      Math.min(everyMs, LOOK_EVERY_MS),
      () => this.tick(),
      (error) => {
        logger.warn({ err: error }, 'Could not check whether a backup is due; retrying');
        this.#noteFailure('Could not check whether a backup is due', error);
      },
    );
  }

  async stop(): Promise<void> {
    await this.#task?.stop();
  }

  /** To be called now and then, one call after the other; does something only when a backup is due. */
  async tick(): Promise<void> {
    if (this.#deps.isHere?.() === false) {
      // Another one makes them: the backups say when the next one is due.
      this.#dueAtMs = undefined;
      return;
    }
    await this.#deps.backups.failAbandoned();
    this.#dueAtMs ??= await this.#firstDueAtMs();
    if (this.#monotonicMs() < this.#dueAtMs) return;
    try {
      await this.#deps.backups.makeScheduled();
      this.#status = { lastAtMs: this.#wallMs() };
      this.#dueAtMs = this.#monotonicMs() + this.#deps.everyMs;
    } catch (error) {
      // The job has the reason, and the log.
      this.#noteFailure('The last scheduled backup failed', error);
      this.#dueAtMs = this.#monotonicMs() + Math.min(this.#deps.everyMs, RETRY_MS);
      return;
    }
    await this.#removeOld();
  }

  async #firstDueAtMs(): Promise<number> {
    const last = (await this.#deps.maker.scheduled()).at(-1);
    if (last === undefined) return this.#monotonicMs();
    this.#status = { lastAtMs: last.createdAtMs };
    const leftMs = last.createdAtMs + this.#deps.everyMs - this.#wallMs();
    return this.#monotonicMs() + Math.min(Math.max(leftMs, 0), this.#deps.everyMs);
  }

  async #removeOld(): Promise<void> {
    const { backups, maker, keep, logger } = this.#deps;
    try {
      const names = (await maker.scheduled()).map(({ name }) => name);
      const own = await backups.madeHere(names);
      for (const name of names.filter((made) => own.has(made)).slice(0, -keep)) {
        await maker.remove(name);
        logger.info({ name }, 'Removed an old scheduled backup');
      }
    } catch (error) {
      logger.warn({ err: error }, 'Could not remove an old backup; retrying after the next one');
      this.#noteFailure('Could not remove an old backup', error);
    }
  }

  #noteFailure(what: string, error: unknown): void {
    this.#status = { ...this.#status, failure: `${what}: ${error instanceof Error ? error.message : String(error)}` };
  }
}
