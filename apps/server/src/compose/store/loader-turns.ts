import type { AttemptWatch } from '../../analytics/clickhouse/attempt-watch.ts';
import type { AttemptLoader } from '../../analytics/clickhouse/loading/attempt-loader.ts';
import { StoreFailure, textOf } from '../../analytics/duckdb/store-errors.ts';
import { Wakeup } from '../../collect/loader/wakeup.ts';

export interface LoaderTurnsOptions {
  readonly watch: Pick<AttemptWatch, 'waiting' | 'look'>;
  readonly newLoader: (loader: number) => Pick<AttemptLoader, 'loadSome' | 'loadedBytes'>;
  /** When nothing was shipped from here, what others have shipped is looked for so often. */
  readonly lookEveryMs: number;
  readonly onNotice: (message: string) => void;
}

interface Turn {
  readonly loader: Pick<AttemptLoader, 'loadSome' | 'loadedBytes'>;
  retryMs: number;
  nextAt: number;
}

const RETRY_MIN_MS = 200;
const RETRY_MAX_MS = 5_000;

/**
 * The loaders of this edge, which load by turns: only one of them needs memory at a time. One that fails waits longer each
 * time, and does not hold up the others. Which of them are this edge's is found out when they begin.
 */
export class LoaderTurns {
  readonly #options: LoaderTurnsOptions;
  readonly #wakeup = new Wakeup();
  readonly #turns: Turn[] = [];
  #isStopping = false;

  constructor(options: LoaderTurnsOptions) {
    this.#options = options;
  }

  get loadedBytes(): number {
    return this.#turns.reduce((sum, { loader }) => sum + loader.loadedBytes, 0);
  }

  /** Something was shipped. */
  wake(): void {
    this.#wakeup.wake();
  }

  stop(): void {
    this.#isStopping = true;
    this.#wakeup.wake();
  }

  /** Resolves when it was stopped; rejects with StoreFailure when the process must begin anew. */
  async run(): Promise<void> {
    const { watch, lookEveryMs, onNotice } = this.#options;
    let retryMs = RETRY_MIN_MS;
    while (!this.#isStopping) {
      const hasLoaded = await this.#loadByTurns();
      try {
        // Woken when this edge has shipped something: that is not known yet.
        if (hasLoaded || (await this.#wakeup.sleep(lookEveryMs))) await watch.look();
        retryMs = RETRY_MIN_MS;
      } catch (error) {
        onNotice(`Loading failed, retrying in ${retryMs} ms: ${textOf(error)}`);
        await this.#wakeup.sleep(retryMs, () => this.#isStopping);
        retryMs = Math.min(retryMs * 2, RETRY_MAX_MS);
      }
    }
  }

  async #loadByTurns(): Promise<boolean> {
    let hasLoaded = false;
    for (const [at, { segments }] of this.#options.watch.waiting.loaders.entries()) {
      if (segments > 0 && !this.#isStopping && (await this.#loadSome(at))) hasLoaded = true;
    }
    return hasLoaded;
  }

  async #loadSome(at: number): Promise<boolean> {
    const { newLoader, onNotice } = this.#options;
    this.#turns[at] ??= { loader: newLoader(at + 1), retryMs: RETRY_MIN_MS, nextAt: 0 };
    const turn = this.#turns[at];
    if (performance.now() < turn.nextAt) return false;
    try {
      const hasLoaded = await turn.loader.loadSome();
      turn.retryMs = RETRY_MIN_MS;
      return hasLoaded;
    } catch (error) {
      if (error instanceof StoreFailure) throw error;
      const name = at === 0 ? 'Loading' : `Loading by loader ${at + 1}`;
      onNotice(`${name} failed, retrying in ${turn.retryMs} ms: ${textOf(error)}`);
      turn.nextAt = performance.now() + turn.retryMs;
      turn.retryMs = Math.min(turn.retryMs * 2, RETRY_MAX_MS);
      return false;
    }
  }
}
