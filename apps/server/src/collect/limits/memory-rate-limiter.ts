import { limitDecision, limitState, type WindowCount } from './limit-decision.ts';
import type { LimitDecision, LimitName, LimitState, LimitWindow, RateLimiter } from './rate-limiter.ts';

interface Counter {
  readonly projectId: string;
  readonly name: LimitName;
  used: number;
  /** Of what is used: spent here, and not known to the limiter that is shared. */
  unshared: number;
  endsAtMs: number;
}

/** The current window, in a form that another limiter can continue from. */
export interface CountedWindow {
  readonly projectId: string;
  readonly name: LimitName;
  readonly used: number;
  readonly unshared: number;
  readonly leftMs: number;
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

  spend(projectId: string, windows: readonly LimitWindow[], cost: number): LimitDecision {
    const nowMs = this.#nowMs();
    this.#sweep(nowMs);
    const counters = windows.map((window) => this.#begun(projectId, window.name, window.windowSeconds, nowMs));
    const isAllowed = counters.every((counter, at) => counter.used + cost <= (windows[at] as LimitWindow).limit);
    if (isAllowed) {
      for (const counter of counters) {
        counter.used += cost;
        counter.unshared += cost;
      }
    }
    return limitDecision(isAllowed, windows, countsOf(counters, nowMs), cost);
  }

  look(projectId: string, windows: readonly LimitWindow[]): readonly LimitState[] {
    const nowMs = this.#nowMs();
    return windows.map((window) => {
      const counter = this.#running(projectId, window.name, nowMs);
      const count = { used: counter?.used ?? 0, leftMs: leftOf(counter, nowMs) ?? window.windowSeconds * 1000 };
      return limitState(window, count);
    });
  }

  /** What another limiter has decided for this project: from here on this one would go on where that one is. */
  follow(projectId: string, states: readonly LimitState[]): void {
    const nowMs = this.#nowMs();
    for (const { name, used, resetsInSeconds } of states) {
      const counter = this.#begun(projectId, name, resetsInSeconds, nowMs);
      counter.used = used + counter.unshared;
      counter.endsAtMs = nowMs + resetsInSeconds * 1000;
    }
  }

  /** Puts a window in force that was counted before this process was; what was spent meanwhile is added. */
  restore({ projectId, name, used, leftMs }: Omit<CountedWindow, 'unshared'>): void {
    const nowMs = this.#nowMs();
    const counter = this.#begun(projectId, name, leftMs / 1000, nowMs);
    counter.used += used;
    counter.endsAtMs = nowMs + Math.floor(leftMs);
  }

  /** All windows that run. */
  counted(): CountedWindow[] {
    const nowMs = this.#nowMs();
    return [...this.#counters.values()].flatMap(({ endsAtMs, ...counter }) =>
      nowMs < endsAtMs ? [{ ...counter, leftMs: endsAtMs - nowMs }] : [],
    );
  }

  /** The limiter that is shared knows of these now. */
  noteShared(windows: readonly CountedWindow[]): void {
    for (const { projectId, name, unshared } of windows) {
      const counter = this.#counters.get(keyOf(projectId, name));
      if (counter !== undefined) counter.unshared = Math.max(0, counter.unshared - unshared);
    }
  }

  #running(projectId: string, name: LimitName, nowMs: number): Counter | undefined {
    const known = this.#counters.get(keyOf(projectId, name));
    return known !== undefined && nowMs < known.endsAtMs ? known : undefined;
  }

  /** The window that runs, or one that begins now. */
  #begun(projectId: string, name: LimitName, windowSeconds: number, nowMs: number): Counter {
    const running = this.#running(projectId, name, nowMs);
    if (running !== undefined) return running;
    const counter = { projectId, name, used: 0, unshared: 0, endsAtMs: nowMs + windowSeconds * 1000 };
    this.#counters.set(keyOf(projectId, name), counter);
    return counter;
  }

  #sweep(nowMs: number): void {
    this.#untilSweep -= 1;
    if (this.#untilSweep > 0) return;
    this.#untilSweep = sweepEvery;
    for (const [key, { endsAtMs }] of this.#counters) if (nowMs >= endsAtMs) this.#counters.delete(key);
  }
}

const keyOf = (projectId: string, name: LimitName): string => `${projectId} ${name}`;

const leftOf = (counter: Counter | undefined, nowMs: number): number | undefined =>
  counter === undefined ? undefined : counter.endsAtMs - nowMs;

const countsOf = (counters: readonly Counter[], nowMs: number): WindowCount[] =>
  counters.map(({ used, endsAtMs }) => ({ used, leftMs: endsAtMs - nowMs }));
