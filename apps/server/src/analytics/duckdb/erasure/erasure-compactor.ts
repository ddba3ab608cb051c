import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Loader } from '../../../collect/loader/loader.ts';
import { failPoint, failPointValue } from '../../../telemetry/fail-points.ts';
import type { CheckpointScheduler } from '../checkpoint/checkpoint-scheduler.ts';
import type { DuckdbLoadTarget } from '../loading/duckdb-load-target.ts';
import { failureOf, textOf } from '../store-errors.ts';
import { compactStore } from './compact-store.ts';

export interface ErasureCompactorDeps {
  readonly target: DuckdbLoadTarget;
  readonly loader: Loader;
  readonly checkpoints: CheckpointScheduler;
  readonly storeFolder: string;
  readonly file: string;
}

export interface RemovalKeeperOptions {
  /** By when the bytes of what was removed are gone; 0: at once. */
  readonly withinMs: number;
  /** The store must be opened anew: another file stands in its place. */
  readonly onRenewed: () => void;
  readonly onNotice: (message: string) => void;
  /** The database cannot be used any more. */
  readonly onBroken: (error: unknown) => void;
}

/** Writing a large store anew takes a while. */
const MARGIN_MS = 3_600_000;
const RETRY_MS = 600_000;
/** What has expired is a nobody's secret and can wait until writing everything anew gains something. */
const WORTHWHILE_SHARE = 0.1;

/**
 * Sees to it that the bytes of what was removed go too, from every file: a checkpoint without them that is the only one
 * kept, no segment, nothing damaged or moved aside, and last the store itself in a new file, which also says that it is
 * done. Whatever step a process dies at, the next one begins again.
 */
export class ErasureCompactor {
  readonly #deps: ErasureCompactorDeps;
  readonly #options: RemovalKeeperOptions;
  #connection: DuckDBConnection | undefined;
  #isRunning = false;
  #isStopping = false;
  #notBeforeMs = 0;

  constructor(deps: ErasureCompactorDeps, options: RemovalKeeperOptions) {
    this.#deps = deps;
    this.#options = options;
  }

  /** To be called now and then. */
  tick(nowMs = Date.now()): void {
    if (this.#isRunning || this.#isStopping || nowMs < this.#notBeforeMs || !this.#deps.target.hasUnscrubbed) return;
    this.#isRunning = true;
    this.#run(nowMs)
      .catch((error: unknown) => {
        this.#notBeforeMs = Date.now() + RETRY_MS;
        if (!this.#isStopping) this.#options.onNotice(`Erased data is still in some files: ${textOf(error)}`);
        if (failureOf(error) !== undefined) this.#options.onBroken(error);
      })
      .finally(() => {
        this.#isRunning = false;
      });
  }

  /** Ends what is under way; it begins again with the next process. */
  stop(): void {
    this.#isStopping = true;
    this.#connection?.interrupt();
  }

  async #run(nowMs: number): Promise<void> {
    const due = await this.#due(nowMs);
    if (due === 'nothing') return;
    const { checkpoints, loader, target, storeFolder, file } = this.#deps;
    await checkpoints.run(
      async ({ positions }) => {
        failPoint('removal.checkpointed');
        await loader.purge(positions);
        failPoint('removal.purged');
        if (due === 'segments') return await target.forgetReturned(nowMs);
        await removeAside(storeFolder);
        await target.atMoment(async ({ connection }) => {
          if (this.#isStopping) return;
          this.#connection = connection;
          await compactStore(connection, file);
          this.#options.onRenewed();
          // Whatever came now would be written to a file without a name.
          await new Promise(() => undefined);
        });
      },
      { isOnlyOneKept: true },
    );
  }

  /** What must be written anew: everything, or only the log. */
  async #due(nowMs: number): Promise<'everything' | 'segments' | 'nothing'> {
    // Tests leave the bytes where they are to see that this is what removes them.
    if (failPointValue('removal.scrubbing') === 'off') return 'nothing';
    const { withinMs } = this.#options;
    const pending = await this.#deps.target.unscrubbed();
    const isLate = (sinceMs: number | undefined): boolean =>
      sinceMs !== undefined && nowMs >= sinceMs + Math.max(0, withinMs - MARGIN_MS);
    const isExpiryDue = isLate(pending.expiredSinceMs) && (withinMs === 0 || pending.removedShare >= WORTHWHILE_SHARE);
    if (isLate(pending.erasedSinceMs) || isExpiryDue) return 'everything';
    return isLate(pending.returnedSinceMs) ? 'segments' : 'nothing';
  }
}

async function removeAside(storeFolder: string): Promise<void> {
  for (const name of await readdir(storeFolder)) {
    if (name.startsWith('aside-')) await rm(join(storeFolder, name), { recursive: true, force: true });
  }
}
