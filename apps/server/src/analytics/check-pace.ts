interface Last {
  /** What had been stored when the check began. */
  readonly dataRevision: number;
  readonly hasFailed: boolean;
  /** On the clock that never goes back. */
  readonly notBeforeMs: number;
  /** Due again so long after it, even if nothing new is stored. */
  readonly againAfterMs: number;
  /** How long the latest checks took. */
  readonly tookMs: readonly number[];
}

/** Checks that take long take at most a fifth of the store's time. */
const PAUSE_PER_CHECK = 4;
const MIN_PAUSE_MS = 500;
/** What is stored already may count only later: devices whose clocks are fast send it with times to come. */
const FIRST_AGAIN_MS = 1_000;
/** The quickest of so many counts: one that is slow because the machine was busy, or nothing was warm, says little. */
const REMEMBERED_CHECKS = 3;

/**
 * When what is checked as data arrives is due again: something new was stored, and the store had time for others. While
 * nothing is stored, it is due after times that double.
 */
export class CheckPace {
  readonly #dataRevision: () => number;
  #last = new Map<string, Last>();

  /** The revision moves whenever something was stored. */
  constructor(dataRevision: () => number) {
    this.#dataRevision = dataRevision;
  }

  /** `isWanted`: even if nothing new was stored. */
  isDue(id: string, isWanted = false): boolean {
    const last = this.#last.get(id);
    if (last === undefined) return true;
    if (performance.now() < last.notBeforeMs) return false;
    if (isWanted || last.hasFailed || last.dataRevision !== this.#dataRevision()) return true;
    return performance.now() >= last.notBeforeMs + last.againAfterMs;
  }

  /** Makes the check; one that fails is due again after its pause. */
  async run<Result>(id: string, check: () => Promise<Result>): Promise<Result> {
    const dataRevision = this.#dataRevision();
    const startedMs = performance.now();
    let hasFailed = true;
    try {
      const result = await check();
      hasFailed = false;
      return result;
    } finally {
      const nowMs = performance.now();
      const last = this.#last.get(id);
      const tookMs = [nowMs - startedMs, ...(last?.tookMs ?? [0])].slice(0, REMEMBERED_CHECKS);
      const againAfterMs = last?.dataRevision === dataRevision ? 2 * last.againAfterMs : FIRST_AGAIN_MS;
      const notBeforeMs = nowMs + Math.max(MIN_PAUSE_MS, PAUSE_PER_CHECK * Math.min(...tookMs));
      this.#last.set(id, { dataRevision, hasFailed, notBeforeMs, againAfterMs, tookMs });
    }
  }

  /** Of others nothing is kept. */
  keepOnly(ids: ReadonlySet<string>): void {
    this.#last = new Map([...this.#last].filter(([id]) => ids.has(id)));
  }
}
