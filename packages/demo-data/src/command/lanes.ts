/** Lets so many tasks run at the same time; anyone who adds one waits for room. Stops taking tasks after a failure. */
export class Lanes {
  readonly #limit: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;
  #freed: (() => void) | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when the task has begun; rejects with the first failure of any task. */
  async add(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#limit) {
      await new Promise<void>((resolve) => {
        this.#freed = resolve;
      });
    }
    this.#throwFailure();
    const run: Promise<void> = task()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .then(() => {
        this.#running.delete(run);
        this.#freed?.();
      });
    this.#running.add(run);
  }

  /** Resolves when nothing runs any more; rejects like `add`. */
  async drain(): Promise<void> {
    await Promise.all(this.#running);
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
