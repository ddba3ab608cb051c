import { Worker } from 'node:worker_threads';
import type { ControlState } from '../../control/control-state.ts';
import { copyDatabase } from '../../control/sqlite/copy-database.ts';
import { WorkerLink } from '../../control/sqlite/worker-link.ts';
import type { WorkerSettings } from '../../control/sqlite/worker-messages.ts';
import { compiledEntry } from '../../engines/compiled-entry.ts';
import type { CheckRegex } from '../../features/flags/read-rules.ts';
import { ControlEngine } from './control-engine.ts';
import { FirstState } from './first-state.ts';

export interface SqliteControlPlaneOptions {
  readonly path: string;
  /** The database was created once: never begin anew when its file is missing. */
  readonly mustExist: boolean;
  /** Opened by `start`, when its directory may be written; everything before that is refused. */
  readonly isDeferred?: boolean;
  /** How often to try again while the file cannot be opened, and to check that it is still in its place. */
  readonly retryMs?: number;
  readonly busyTimeoutMs?: number;
  readonly stuckAfterMs?: number;
  readonly onState?: (state: ControlState) => void;
  /** Says what is wrong with a pattern of a rule. Without it no rule can have one. */
  readonly checkRegex?: CheckRegex;
}

/** The control plane in one SQLite file, owned by a worker thread. */
export class SqliteControlPlane extends ControlEngine {
  readonly #link: WorkerLink;
  readonly #path: string;
  readonly #first = new FirstState();

  /** Returns at once; operations wait for the file to be opened. */
  constructor(options: SqliteControlPlaneOptions) {
    super(options.checkRegex);
    const { path, retryMs = 3_000, busyTimeoutMs = 5_000, stuckAfterMs = 15_000 } = options;
    this.#path = path;
    this.#link = new WorkerLink({
      startWorker: (mustExist) => startWorker({ path, mustExist, retryMs, busyTimeoutMs }),
      mustExist: options.mustExist,
      isDeferred: options.isDeferred ?? false,
      stuckAfterMs,
      onState: (state) => {
        this.#first.note(state);
        options.onState?.(state);
      },
    });
  }

  start(mustExist: boolean): void {
    this.#link.start(mustExist);
  }

  ready(): Promise<{ readonly isNew: boolean }> {
    return this.#first.ready();
  }

  copyTo(path: string): Promise<void> {
    return copyDatabase(this.#path, path);
  }

  async takeOver(): Promise<number> {
    throw new Error('The file is its own.');
  }

  close(): Promise<void> {
    return this.#link.close();
  }

  /** Nobody else writes to the file, so there is nothing to fence off. */
  run(name: string, args: readonly unknown[]): Promise<unknown> {
    return this.#link.call(name, args);
  }

  protected mayHoldDevice(environmentId: string, deviceId: string): boolean {
    return this.#link.mayHoldDevice(environmentId, deviceId);
  }
}

function startWorker(settings: WorkerSettings): Worker {
  const entry = compiledEntry('./control-worker.js', import.meta.url);
  return new Worker(entry, { workerData: settings, name: 'control', execArgv: [] });
}
