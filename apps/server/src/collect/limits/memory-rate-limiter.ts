import type { LimitDecision, LimitState, LimitWindow, RateLimiter } from './rate-limiter.ts';

interface Counter {
  used: number;
  endsAtMs: number;
}

/** Windows that ended are swept when this many spendings have gone by, so idle projects cost nothing for ever. */
const sweepEvery = 10_000;

/** Counts in this process, by a clock that only goes forward. */
export class MemoryRateLimiter implements RateLimiter {
  readonly #counters = new Map<string, Counter>();
  /** Whole ones: with fractions, a time that is added and taken away again is not the same. */
  readonly #nowMs: () => number;
  #untilSweep = sweepEvery;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = () => Math.floor(nowMs());
  }

  async spend(projectId: string, windows: readonly LimitWindow[], cost: number): Promise<LimitDecision> {
    const nowMs = this.#nowMs();
    this.#sweep(nowMs);
    const counters = windows.map((window) => {
      const counter = this.#counter(projectId, window, nowMs);
      this.#counters.set(`${projectId} ${window.name}`, counter);
      return counter;
    });
    const full = counters.filter((counter, at) => counter.used + cost > (windows[at] as LimitWindow).limit);
    if (full.length === 0) for (const counter of counters) counter.used += cost;
    return {
      isAllowed: full.length === 0,
      retryAfterSeconds: Math.max(0, ...full.map(({ endsAtMs }) => secondsUntil(endsAtMs, nowMs))),
      states: windows.map((window, at) => stateOf(window, counters[at] as Counter, nowMs)),
    };
  }

  async look(projectId: string, windows: readonly LimitWindow[]): Promise<readonly LimitState[]> {
    const nowMs = this.#nowMs();
    return windows.map((window) => stateOf(window, this.#counter(projectId, window, nowMs), nowMs));
  }

  /** The window that runs, or one that would begin now. */
  #counter(projectId: string, { name, windowSeconds }: LimitWindow, nowMs: number): Counter {
    const known = this.#counters.get(`${projectId} ${name}`);
    if (known !== undefined && nowMs < known.endsAtMs) return known;
    return { used: 0, endsAtMs: nowMs + windowSeconds * 1000 };
  }

  #sweep(nowMs: number): void {
    this.#untilSweep -= 1;
    if (this.#untilSweep > 0) return;
    this.#untilSweep = sweepEvery;
    for (const [key, { endsAtMs }] of this.#counters) if (nowMs >= endsAtMs) this.#counters.delete(key);
  }
}

const secondsUntil = (endsAtMs: number, nowMs: number): number => Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));

const stateOf = (window: LimitWindow, counter: Counter, nowMs: number): LimitState => ({
  ...window,
  used: counter.used,
  resetsInSeconds: secondsUntil(counter.endsAtMs, nowMs),
});
