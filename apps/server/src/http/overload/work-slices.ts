/** Short, because whoever is rejected waits for the turn, and whoever connects for many. */
const MIN_SLICE_MS = 2;
/** However long the rest of the turn took. */
const MAX_SLICE_MS = 10;

interface WaitingWork {
  readonly begin: () => void;
  readonly sinceMs: number;
}

/**
 * Spreads work over turns of the event loop. In one turn everything is read that has arrived: if all of it were worked
 * on as well, whoever is rejected, and whoever connects, would wait until it is done. Work gets as much time as the rest
 * of the turn took, so that rejecting a flood does not leave it without any.
 */
export class WorkSlices {
  readonly #waiting: WaitingWork[] = [];
  /** Undefined while nothing has begun in this turn. */
  #sliceEndsAtMs: number | undefined;
  /** Since when others than the work that waited have had the thread. */
  #restBeganAtMs = 0;

  /** Undefined when the work can begin at once, as it can unless there is much to do. */
  next(): Promise<void> | undefined {
    const nowMs = performance.now();
    if (this.#sliceEndsAtMs === undefined) {
      this.#restBeganAtMs = nowMs;
      this.#startSlice(nowMs + MIN_SLICE_MS);
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

  #startSlice(endsAtMs: number): void {
    this.#sliceEndsAtMs = endsAtMs;
    setImmediate(() => this.#endTurn());
  }

  #endTurn(): void {
    this.#sliceEndsAtMs = undefined;
    if (this.#waiting.length === 0) return;
    const nowMs = performance.now();
    const restMs = nowMs - this.#restBeganAtMs;
    this.#startSlice(nowMs + Math.min(MAX_SLICE_MS, Math.max(MIN_SLICE_MS, restMs)));
    this.#beginNext();
  }

  readonly #beginNext = (): void => {
    this.#restBeganAtMs = performance.now();
    if (this.#restBeganAtMs >= (this.#sliceEndsAtMs ?? 0)) return;
    const next = this.#waiting.shift();
    if (next === undefined) return;
    next.begin();
    // A tick that is asked for by a microtask comes when there are no more of them: behind the work that has begun.
    queueMicrotask(() => process.nextTick(this.#beginNext));
  };
}
