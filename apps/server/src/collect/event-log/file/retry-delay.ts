const LAST_MS = 2_000;

/** One pending retry at growing intervals; does not keep the process alive. */
export class RetryDelay {
  readonly #firstMs: number;
  #delayMs: number;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = 0;

  constructor(firstMs: number) {
    this.#firstMs = firstMs;
    this.#delayMs = firstMs;
  }

  /** Whether the pause has passed although the timer has not fired yet. */
  get isDue(): boolean {
    return this.#timer !== undefined && performance.now() >= this.#dueAt;
  }

  schedule(retry: () => void): void {
    this.cancel();
    this.#dueAt = performance.now() + this.#delayMs;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      retry();
    }, this.#delayMs).unref();
    this.#delayMs = Math.min(this.#delayMs * 2, LAST_MS);
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  reset(): void {
    this.cancel();
    this.#delayMs = this.#firstMs;
  }
}
