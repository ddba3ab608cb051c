/**
 * Known at once where it is in memory, and promised where somebody has to be asked. Who awaits what is known already
 * pays for promises and a turn of their queue, which matters where it happens several times for each request.
 */
export type Soon<T> = T | Promise<T>;

export const whenKnown = <T, U>(soon: Soon<T>, then: (value: T) => Soon<U>): Soon<U> =>
  soon instanceof Promise ? soon.then(then) : then(soon);
