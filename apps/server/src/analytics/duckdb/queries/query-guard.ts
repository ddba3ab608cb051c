const LOOK_EVERY_MS = 20;
interface GuardOptions {
  readonly maxRssBytes: number;
  /** How long a query may take to end after it was interrupted. */
  readonly graceMs: number;
  /** Called once: this process must not go on. */
  readonly giveUp: (reason: string) => void;
}

/**
 * The last line of defence against a query that cannot be interrupted, or that takes memory which nobody counts:
 * the process ends and another one is started, before the machine is out of memory or queries pile up.
 */
export class QueryGuard {
  readonly #options: GuardOptions;
  /** When a query must have ended at the latest. */
  readonly #deadlines = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  begin(id: number, timeLimitMs: number): void {
    this.#deadlines.set(id, performance.now() + timeLimitMs + this.#options.graceMs);
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS);
  }

  /** Nobody waits for it any more. */
  cancel(id: number): void {
    const deadline = this.#deadlines.get(id);
    if (deadline !== undefined) this.#deadlines.set(id, Math.min(deadline, performance.now() + this.#options.graceMs));
  }

  end(id: number): void {
    this.#deadlines.delete(id);
    if (this.#deadlines.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const rssBytes = process.memoryUsage.rss();
    const now = performance.now();
    if (rssBytes > this.#options.maxRssBytes) this.#giveUp(`it takes ${Math.round(rssBytes / 2 ** 20)} MiB`);
    else if ([...this.#deadlines.values()].some((deadline) => deadline < now)) {
      this.#giveUp('a query does not finish');
    }
  }

  #giveUp(reason: string): void {
    clearInterval(this.#timer);
    this.#options.giveUp(reason);
  }
}
