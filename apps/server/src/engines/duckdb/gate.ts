/** Lets in everybody who comes, until somebody wants to be alone. */
export class Gate {
  /** Since when each of them is inside, the first one first. */
  readonly #inside = new Set<{ readonly sinceMs: number }>();
  #closed: Promise<void> | undefined;
  #onEmpty: () => void = () => undefined;

  async enter<T>(work: () => Promise<T>): Promise<T> {
    while (this.#closed !== undefined) await this.#closed;
    const stay = { sinceMs: performance.now() };
    this.#inside.add(stay);
    try {
      return await work();
    } finally {
      this.#inside.delete(stay);
      if (this.#inside.size === 0) this.#onEmpty();
    }
  }

  /**
   * Keeps others waiting outside, and works when those who are inside have left. Answers false, without having worked,
   * when they stay for longer than the patience; at once when one of them already has.
   */
  async alone(patienceMs: number, work: () => Promise<void>): Promise<boolean> {
    const [first] = this.#inside;
    const isLong = first !== undefined && performance.now() - first.sinceMs > patienceMs;
    if (isLong || this.#closed !== undefined) return false;
    let open = (): void => undefined;
    this.#closed = new Promise((resolve) => {
      open = resolve;
    });
    try {
      if (!(await this.#isEmptyWithin(patienceMs))) return false;
      await work();
      return true;
    } finally {
      this.#closed = undefined;
      open();
    }
  }

  #isEmptyWithin(patienceMs: number): Promise<boolean> {
    if (this.#inside.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      this.#onEmpty = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
