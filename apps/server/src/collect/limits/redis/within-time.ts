/**
 * The answer, or a rejection when the time is up. When this process itself was held up, timers fire before answers are
 * read that came long ago: so the time is up only after whatever has arrived was read.
 */
export function withinTime<T>(answer: Promise<T>, ms: number, lateError: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => reject(lateError())), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
