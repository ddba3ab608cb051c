import type { LogPosition } from '../../../collect/loader/load-target.ts';
import { Mutex } from '../../../engines/duckdb/mutex.ts';
import type { CheckpointInfo, CheckpointStatus } from '../../store-maintenance.ts';
import { failureOf, textOf } from '../store-errors.ts';
import { bytesOf, type CheckpointManifest } from './checkpoint-manifest.ts';
import type { CheckpointOptions, StoreCheckpoints } from './store-checkpoints.ts';

export interface CheckpointKeeperOptions {
  /** 0: only when somebody asks for one. */
  readonly everyMs: number;
  readonly isQuiet: () => boolean;
  /** Memory in addition to the loader's, for as long as the work takes. */
  readonly withMemory: <T>(work: () => Promise<T>) => Promise<T>;
  /** Segments up to here are not needed any more. */
  readonly onCovered: (positions: readonly LogPosition[]) => void;
  readonly onFailure: (message: string) => void;
  /** The database must be opened anew. */
  readonly onBroken: (error: unknown) => void;
}

/** A new installation has something to keep after this long. */
const FIRST_AFTER_MS = 10 * 60_000;
/** A quiet moment is waited for, but not for ever. */
const QUIET_PATIENCE_MS = 60 * 60_000;
const RETRY_MS = 10 * 60_000;

/** Sees to it that there is a checkpoint that is not too old, one at a time. */
export class CheckpointScheduler {
  readonly #checkpoints: StoreCheckpoints;
  readonly #options: CheckpointKeeperOptions;
  readonly #turns = new Mutex();
  readonly #startedAtMs = Date.now();
  #last: CheckpointManifest | undefined;
  #failure: string | undefined;
  #triedAtMs = 0;
  #isRunning = false;

  constructor(checkpoints: StoreCheckpoints, options: CheckpointKeeperOptions) {
    this.#checkpoints = checkpoints;
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#settle(await this.#checkpoints.list());
  }

  get status(): CheckpointStatus {
    return {
      ...(this.#last === undefined ? {} : { last: infoOf(this.#last) }),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }

  /** To be called now and then: starts one when it is due. */
  tick(nowMs = Date.now()): void {
    if (this.#isRunning || !this.#isDue(nowMs)) return;
    const done = (): Promise<void> => Promise.resolve();
    this.run(done).catch((error: unknown) => this.#options.onFailure(`Could not write a checkpoint: ${textOf(error)}`));
  }

  /** One that holds everything that is loaded now; as long as the work with it goes on, no other takes its place. */
  run<T>(work: (manifest: CheckpointManifest) => Promise<T>, options: CheckpointOptions = {}): Promise<T> {
    return this.#turns.run(async () => await work(await this.#write(options)));
  }

  async stop(): Promise<void> {
    this.#checkpoints.abort();
    await this.#turns.run(() => Promise.resolve());
  }

  async #write(options: CheckpointOptions): Promise<CheckpointManifest> {
    this.#isRunning = true;
    this.#triedAtMs = Date.now();
    try {
      const manifest = await this.#options.withMemory(() => this.#checkpoints.write(options));
      this.#failure = undefined;
      this.#settle(await this.#checkpoints.list());
      return manifest;
    } catch (error) {
      this.#failure = textOf(error);
      if (failureOf(error) !== undefined) this.#options.onBroken(error);
      throw error;
    } finally {
      this.#isRunning = false;
    }
  }

  /** What the older of two holds can go from the log: should the newer be damaged, the older and the log have it all. */
  #settle([newest, older]: readonly CheckpointManifest[]): void {
    this.#last = newest;
    if (older !== undefined) this.#options.onCovered(older.positions);
  }

  #isDue(nowMs: number): boolean {
    const { everyMs, isQuiet } = this.#options;
    if (everyMs === 0 || (this.#failure !== undefined && nowMs - this.#triedAtMs < RETRY_MS)) return false;
    const dueAtMs = this.#last === undefined ? this.#startedAtMs + FIRST_AFTER_MS : this.#last.createdAtMs + everyMs;
    return nowMs >= dueAtMs && (isQuiet() || nowMs >= dueAtMs + QUIET_PATIENCE_MS);
  }
}

export const infoOf = (manifest: CheckpointManifest): CheckpointInfo => ({
  id: manifest.id,
  createdAtMs: manifest.createdAtMs,
  bytes: bytesOf(manifest),
  rows: manifest.parts.reduce((sum, part) => sum + part.rows, 0),
});
