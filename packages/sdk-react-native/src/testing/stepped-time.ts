interface Timer {
  readonly atMs: number;
  readonly task: () => void;
}

/** Time for what waits for nothing but timers: hours of it pass within a call. */
export class SteppedTime {
  nowMs = Date.parse('2026-03-01T12:00:00.000Z');
  #timers: Timer[] = [];

  later(delayMs: number, task: () => void): () => void {
    const timer = { atMs: this.nowMs + delayMs, task };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  run(forMs: number): void {
    const endMs = this.nowMs + forMs;
    while (this.nowMs < endMs && this.#timers.length > 0) {
      const next = this.#timers.reduce((first, timer) => (timer.atMs < first.atMs ? timer : first));
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.nowMs = Math.max(this.nowMs, next.atMs);
      next.task();
    }
  }
}
