/** Makes a function that never throws, and whose promise never rejects. */
export type Guard = <Task extends (...args: never[]) => unknown>(
  task: Task,
  /** What the caller is given instead. Default: its second argument, the fallback of whatever has one. */
  otherwise?: (...args: Parameters<Task>) => unknown,
) => Task;

/**
 * Whatever of an SDK runs inside the app's call stack (methods, listeners, timers, wrapped functions) must not throw into
 * it. What a guarded task throws, or rejects with, goes to the log, which never throws.
 */
export const createGuard = (log: (error: unknown) => void): Guard => {
  const guard =
    (task: (...args: unknown[]) => unknown, otherwise = (...args: unknown[]) => args[1]) =>
    (...args: unknown[]): unknown => {
      const fail = (error: unknown): unknown => {
        log(error);
        return otherwise(...args);
      };
      try {
        const result = task(...args);
        return result instanceof Promise ? result.catch(fail) : result;
      } catch (error) {
        return fail(error);
      }
    };
  return guard as unknown as Guard;
};
