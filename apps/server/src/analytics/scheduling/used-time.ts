/** Time that was used counts half as much after so long. */
const HALF_LIFE_MS = 30_000;
const NEGLIGIBLE_MS = 1;

interface Used {
  readonly ms: number;
  readonly atMs: number;
}

/** How much time each owner has used of late, that of what still runs included. */
export class UsedTime {
  readonly #now: () => number;
  readonly #used = new Map<string, Used>();
  readonly #begun = new Map<string, Set<{ readonly atMs: number }>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns what is to be called at the end */
  begin(owner: string): () => void {
    const run = { atMs: this.#now() };
    const runs = this.#begun.get(owner) ?? new Set();
    this.#begun.set(owner, runs.add(run));
    return () => {
      const ms = this.#past(owner) + this.#now() - run.atMs;
      runs.delete(run);
      if (runs.size === 0) this.#begun.delete(owner);
      this.#used.set(owner, { ms, atMs: this.#now() });
      this.#forget();
    };
  }

  of(owner: string): number {
    const running = [...(this.#begun.get(owner) ?? [])].reduce((sum, { atMs }) => sum + this.#now() - atMs, 0);
    return this.#past(owner) + running;
  }

  #past(owner: string): number {
    const used = this.#used.get(owner);
    return used === undefined ? 0 : used.ms * 0.5 ** ((this.#now() - used.atMs) / HALF_LIFE_MS);
  }

  #forget(): void {
    for (const owner of this.#used.keys()) if (this.#past(owner) < NEGLIGIBLE_MS) this.#used.delete(owner);
  }
}
