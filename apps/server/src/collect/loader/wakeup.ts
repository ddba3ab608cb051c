/** A sleep that a call ends; a call while nobody sleeps ends the next sleep at once. */
export class Wakeup {
  #isPending = false;
  #end: (() => void) | undefined;

  get isPending(): boolean {
    return this.#isPending;
  }

  wake(): void {
    this.#isPending = true;
    this.#end?.();
  }

  /** True when it was woken. With `endsFor`, a call ends the sleep only when that is true. */
  async sleep(ms: number, endsFor: () => boolean = () => true): Promise<boolean> {
    if (!(this.#isPending && endsFor())) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#end = () => {
          if (!endsFor()) return;
          clearTimeout(timer);
          resolve();
        };
      });
      this.#end = undefined;
    }
    const wasWoken = this.#isPending;
    this.#isPending = false;
    return wasWoken;
  }
}
