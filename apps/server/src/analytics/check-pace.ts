interface Last {
  /** What had been stored when the check began. */
  readonly dataRevision: number;
  readonly hasFailed: boolean;
  /** On the clock that never goes back. */
  readonly notBeforeMs: number;
}

/** A check that takes long takes at most a tenth of the store's time. */
const PAUSE_PER_CHECK = 9;
const MIN_PAUSE_MS = 500;

/** When what is checked as data arrives is due again: something new was stored, and the store had time for others. */
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
    return isWanted || last.hasFailed || last.dataRevision !== this.#dataRevision();
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
      const notBeforeMs = nowMs + Math.max(MIN_PAUSE_MS, PAUSE_PER_CHECK * (nowMs - startedMs));
      this.#last.set(id, { dataRevision, hasFailed, notBeforeMs });
    }
  }

  /** Of others nothing is kept. */
  keepOnly(ids: ReadonlySet<string>): void {
    this.#last = new Map([...this.#last].filter(([id]) => ids.has(id)));
  }
}
