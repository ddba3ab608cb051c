import type { AttemptStore } from '../../control/attempts/attempt-store.ts';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const methods = [
  'ship',
  'begin',
  'commit',
  'committed',
  'waiting',
  'givenUp',
  'forget',
] as const satisfies readonly (keyof AttemptStore)[];

/** The attempts of the control plane, asked for by messages: it lives in the parent process. */
export class RemoteAttempts {
  readonly #ask: (id: number, method: string, args: readonly unknown[]) => void;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(ask: (id: number, method: string, args: readonly unknown[]) => void) {
    this.#ask = ask;
  }

  readonly store = Object.fromEntries(
    methods.map((method) => [method, (...args: readonly unknown[]) => this.#call(method, args)]),
  ) as unknown as AttemptStore;

  answer(id: number, value: unknown): void {
    this.#settle(id)?.resolve(value);
  }

  noAnswer(id: number, message: string): void {
    this.#settle(id)?.reject(new Error(message));
  }

  #call(method: string, args: readonly unknown[]): Promise<unknown> {
    const id = ++this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#ask(id, method, args);
    });
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }
}
