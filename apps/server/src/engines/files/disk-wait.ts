import { DataDirectoryUnusable } from './data-directory/data-directory-errors.ts';
import { isDiskFailure } from './disk-failure.ts';

export interface DiskWaitOptions {
  readonly retryMs: number;
  /** Told once each time the reason changes. */
  readonly onProblem: (reason: string) => void;
}

/**
 * Opens something at once, or, while only the disk is in the way, tries again until it works.
 * What people must put right is never waited for.
 */
export class DiskWait<T> {
  readonly #open: () => Promise<T>;
  readonly #options: DiskWaitOptions;
  #problem: string | undefined;
  #value: T | undefined;
  #timer: NodeJS.Timeout | undefined;
  #attempt: Promise<void> | undefined;
  #settle: { readonly resolve: (value: T) => void; readonly reject: (error: unknown) => void } | undefined;

  private constructor(open: () => Promise<T>, options: DiskWaitOptions) {
    this.#open = open;
    this.#options = options;
  }

  /** Resolves after the first attempt; rejects when there is nothing to wait for. */
  static async begin<T>(open: () => Promise<T>, options: DiskWaitOptions): Promise<DiskWait<T>> {
    const wait = new DiskWait(open, options);
    await wait.#try();
    return wait;
  }

  /** What was opened; undefined while it is waited for. */
  get value(): T | undefined {
    return this.#value;
  }

  /** Why it is not open; undefined when it is. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Resolves when it is open. Rejects when it turns out that people must put something right. To be called once. */
  opened(): Promise<T> {
    if (this.#value !== undefined) return Promise.resolve(this.#value);
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#later();
    });
  }

  /** Tries no more; resolves when the attempt under way has ended. */
  async stop(): Promise<void> {
    this.#settle = undefined;
    clearTimeout(this.#timer);
    await this.#attempt;
  }

  #later(): void {
    if (this.#settle === undefined) return;
    this.#timer = setTimeout(() => {
      this.#attempt = this.#tryAgain();
    }, this.#options.retryMs);
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#try();
      if (this.#value === undefined) this.#later();
      else this.#settle?.resolve(this.#value);
    } catch (error) {
      this.#settle?.reject(error);
    }
  }

  async #try(): Promise<void> {
    try {
      this.#value = await this.#open();
      this.#problem = undefined;
    } catch (error) {
      if (!isTemporary(error)) throw error;
      const { message } = error as Error;
      if (message !== this.#problem) this.#options.onProblem(message);
      this.#problem = message;
    }
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof DataDirectoryUnusable ? error.isTemporary : isDiskFailure(error);
