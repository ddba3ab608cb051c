/** Work that comes round again. A round that fails is reported and tried again with the next; rounds never overlap. */
export class IntervalTask {
  readonly #work: () => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | undefined;

  constructor(everyMs: number, work: () => Promise<unknown>, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#onFailure = onFailure;
    this.#timer = setInterval(() => void this.now(), everyMs).unref();
  }

  /** A round at once, or the one that is under way. */
  now(): Promise<void> {
    this.#round ??= this.#run().finally(() => {
      this.#round = undefined;
    });
    return this.#round;
  }

  /** Resolves when the round under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
  }

  async #run(): Promise<void> {
    try {
      await this.#work();
    } catch (error) {
      this.#onFailure(error);
    }
  }
}
