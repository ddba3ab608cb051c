const MAX_MS = 900_000;
const forgottenAfterMs = 3_600_000;

/** How long to wait after this many wrong tries: not at all at first, then twice as long each time. */
export function waitAfter(tries: number, freeTries: number): number {
  if (tries < freeTries) return 0;
  return Math.min(1_000 * 2 ** Math.min(tries - freeTries, 30), MAX_MS);
}

interface Tries {
  count: number;
  lastAtMs: number;
}

/** Wrong tries by name, in memory only. The longest untouched are forgotten when there are too many names. */
export class LockOut {
  readonly #freeTries: number;
  readonly #maxNames: number;
  readonly #tries = new Map<string, Tries>();

  constructor(freeTries: number, maxNames = 10_000) {
    this.#freeTries = freeTries;
    this.#maxNames = maxNames;
  }

  /** Milliseconds until the next try is taken; 0 when it is taken now. */
  waitMs(name: string, nowMs: number): number {
    const tries = this.#current(name, nowMs);
    if (tries === undefined) return 0;
    return Math.max(0, tries.lastAtMs + waitAfter(tries.count, this.#freeTries) - nowMs);
  }

  /** Counted before it is known to be wrong, so that many at the same time count as many. */
  count(name: string, nowMs: number): void {
    const count = (this.#current(name, nowMs)?.count ?? 0) + 1;
    this.#tries.delete(name);
    if (this.#tries.size >= this.#maxNames) {
      const [oldest] = this.#tries.keys();
      if (oldest !== undefined) this.#tries.delete(oldest);
    }
    this.#tries.set(name, { count, lastAtMs: nowMs });
  }

  /** It was wrong indeed, and is answered only now: from here on the next one waits. */
  confirm(name: string, nowMs: number): void {
    const tries = this.#tries.get(name);
    if (tries !== undefined) tries.lastAtMs = Math.max(tries.lastAtMs, nowMs);
  }

  /** It was right after all. */
  forgive(name: string): void {
    this.#tries.delete(name);
  }

  /** Takes back one try and leaves those before it; of names without any nothing stays that could push out others. */
  takeBack(name: string): void {
    const tries = this.#tries.get(name);
    if (tries === undefined) return;
    tries.count -= 1;
    if (tries.count <= 0) this.#tries.delete(name);
  }

  #current(name: string, nowMs: number): Tries | undefined {
    const tries = this.#tries.get(name);
    return tries !== undefined && nowMs - tries.lastAtMs < forgottenAfterMs ? tries : undefined;
  }
}
