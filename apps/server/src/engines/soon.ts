/**
 * A value that is in memory, or a promise of one that must be fetched. To await a value that is known costs a promise and
 * a turn of the microtask queue, which matters where it happens several times for each request.
 */
export type Soon<T> = T | Promise<T>;

export const whenKnown = <T, U>(soon: Soon<T>, then: (value: T) => Soon<U>): Soon<U> =>
  soon instanceof Promise ? soon.then(then) : then(soon);
