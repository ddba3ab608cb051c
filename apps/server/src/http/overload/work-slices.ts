/** Node takes one new connection in each turn of the event loop, so turns must be short while many connect. */
const SLICE_MS = 2;

interface WaitingWork {
  readonly begin: () => void;
  readonly sinceMs: number;
}

/**
 * Spreads work over turns of the event loop. In one turn everything is read that has arrived: if all of it were worked
 * on as well, whoever is rejected, and whoever connects, would wait until it is done.
 */
export class WorkSlices {
  readonly #waiting: WaitingWork[] = [];
  /** Undefined while nothing has begun in this turn. */
  #sliceEndsAtMs: number | undefined;

  /** Undefined when the work can begin at once, as it can unless there is much to do. */
  next(): Promise<void> | undefined {
    const nowMs = performance.now();
    if (this.#sliceEndsAtMs === undefined) {
      this.#startSlice(nowMs);
      return undefined;
    }
    if (this.#waiting.length === 0 && nowMs < this.#sliceEndsAtMs) return undefined;
    return new Promise((begin) => this.#waiting.push({ begin, sinceMs: nowMs }));
  }

  /** Of the work that has waited longest. */
  waitedMs(): number {
    const [oldest] = this.#waiting;
    return oldest === undefined ? 0 : performance.now() - oldest.sinceMs;
  }

  #startSlice(nowMs: number): void {
    this.#sliceEndsAtMs = nowMs + SLICE_MS;
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#sliceEndsAtMs = undefined;
    if (this.#waiting.length === 0) return;
    this.#startSlice(performance.now());
    this.#beginNext();
  }

  readonly #beginNext = (): void => {
    if (performance.now() >= (this.#sliceEndsAtMs ?? 0)) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    next.begin();
    // A tick that is asked for by a microtask comes when there are no more of them: behind the work that has begun.
    queueMicrotask(() => process.nextTick(this.#beginNext));
  };
}
