/** Lets one through at a time, in order of arrival. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }
}
