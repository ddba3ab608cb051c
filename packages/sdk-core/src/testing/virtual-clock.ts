interface Timer {
  readonly atMs: number;
  readonly task: () => void;
}

/** Lets everything that waits for nothing but itself run. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Time that passes when it is told to. */
export class VirtualClock {
  nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  /** The next one last. */
  readonly #timers: Timer[] = [];

  later(delayMs: number, task: () => void): () => void {
    const timer = { atMs: this.nowMs + Math.max(delayMs, 0), task };
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#timers[middle] as Timer).atMs > timer.atMs) low = middle + 1;
      else high = middle;
    }
    this.#timers.splice(low, 0, timer);
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at >= 0) this.#timers.splice(at, 1);
    };
  }

  /** Runs what is due, in order, with the moments in between as they would be. */
  async advance(byMs: number): Promise<void> {
    const endMs = this.nowMs + byMs;
    await settle();
    for (let due = this.#timers.at(-1); due && due.atMs <= endMs; due = this.#timers.at(-1)) {
      this.#timers.pop();
      // A task may have taken time itself: then what is due comes late.
      this.nowMs = Math.max(this.nowMs, due.atMs);
      due.task();
      await settle();
    }
    this.nowMs = Math.max(this.nowMs, endMs);
  }
}
