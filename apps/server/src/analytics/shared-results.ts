export interface SharingOptions {
  /** So old may an answer be whatever happened since: how soon an event is seen depends on it. */
  readonly freshMs: number;
  /** So old may one be while nothing was loaded. */
  readonly unchangedMs: number;
  readonly maxResults: number;
  /** Characters of all answers that are kept. */
  readonly maxCharacters: number;
  /** Another one as soon as an answer could be another one; undefined while nobody knows. */
  readonly generation: () => number | string | undefined;
}

interface Run<Result> {
  readonly startedAt: number;
  readonly generation: number | string | undefined;
  readonly result: Promise<Result>;
  readonly cancelling: AbortController;
  askers: number;
  /** Undefined while it runs. */
  characters: number | undefined;
}

/** Has the same query run once for all who ask it at about the same time. */
export class SharedResults<Result> {
  readonly #options: SharingOptions;
  /** Oldest first. */
  readonly #runs = new Map<string, Run<Result>>();

  constructor(options: SharingOptions) {
    this.#options = options;
  }

  /** `run` is told by its signal when the last asker has left; an asker who leaves rejects with the own signal's reason. */
  run(key: string, signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const found = this.#runs.get(key);
    const shared = found !== undefined && this.#isUsable(found) ? found : this.#begin(key, run);
    return this.#join(key, shared, signal);
  }

  #isUsable({ startedAt, generation }: Run<Result>): boolean {
    const age = performance.now() - startedAt;
    const { freshMs, unchangedMs } = this.#options;
    if (age <= freshMs) return true;
    return age <= unchangedMs && generation !== undefined && generation === this.#options.generation();
  }

  #begin(key: string, run: (signal: AbortSignal) => Promise<Result>): Run<Result> {
    const cancelling = new AbortController();
    const startedAt = performance.now();
    // Read before the work begins: what is loaded meanwhile may or may not be in the answer.
    const generation = this.#options.generation();
    const begun: Run<Result> = {
      startedAt,
      generation,
      cancelling,
      result: run(cancelling.signal),
      askers: 0,
      characters: undefined,
    };
    this.#runs.delete(key);
    this.#runs.set(key, begun);
    begun.result.then(
      (result) => {
        begun.characters = charactersOf(result);
        this.#trim();
      },
      () => this.#forget(key, begun),
    );
    return begun;
  }

  async #join(key: string, run: Run<Result>, signal: AbortSignal | undefined): Promise<Result> {
    run.askers++;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal?.reason);
    });
    signal?.addEventListener('abort', leave);
    try {
      return await Promise.race([run.result, left]);
    } finally {
      signal?.removeEventListener('abort', leave);
      run.askers--;
      if (run.askers === 0 && run.characters === undefined) {
        this.#forget(key, run);
        run.cancelling.abort(signal?.reason);
      }
    }
  }

  /** Another run may stand under the same key by now. */
  #forget(key: string, run: Run<Result>): void {
    if (this.#runs.get(key) === run) this.#runs.delete(key);
  }

  #trim(): void {
    const kept = [...this.#runs].filter(([, { characters }]) => characters !== undefined);
    let characters = kept.reduce((sum, [, run]) => sum + (run.characters ?? 0), 0);
    let results = kept.length;
    for (const [key, run] of kept) {
      const isOld = performance.now() - run.startedAt > this.#options.unchangedMs;
      if (!isOld && results <= this.#options.maxResults && characters <= this.#options.maxCharacters) continue;
      this.#forget(key, run);
      results--;
      characters -= run.characters ?? 0;
    }
  }
}

/** Results that are large come as finished JSON; all others are small enough to be written for this. */
const charactersOf = (result: unknown): number =>
  isFinishedJson(result) ? result.resultJson.length : (JSON.stringify(result)?.length ?? 0);

const isFinishedJson = (result: unknown): result is { readonly resultJson: string } =>
  typeof result === 'object' && result !== null && 'resultJson' in result && typeof result.resultJson === 'string';
