import { unavailable } from '@lamppost/protocol';
import type { Passwords } from './passwords.ts';

/**
 * Each costs some 20 MB and one of the four threads that also write the event log, for a while; anyone who would wait behind
 * this many is told to come back.
 */
export class BoundedPasswords implements Passwords {
  readonly #passwords: Passwords;
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(passwords: Passwords, { atOnce = 2, maxWaiting = 32 } = {}) {
    this.#passwords = passwords;
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  hash(password: string): Promise<string> {
    return this.#inTurn(() => this.#passwords.hash(password));
  }

  verify(password: string, passwordHash: string): Promise<boolean> {
    return this.#inTurn(() => this.#passwords.verify(password, passwordHash));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#maxWaiting) throw unavailable('Too many sign-ins at the same time', 2);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
