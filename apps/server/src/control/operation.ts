/** Said by `answer` when only `write` can do it. */
export const NEEDS_WRITE = Symbol('needs write');

/**
 * One thing the control plane does, run whole and synchronously on the connection.
 * `answer` runs outside any transaction and must not change anything; `write` runs in a savepoint of its own.
 */
export interface Operation<Args extends readonly unknown[] = readonly never[], Result = unknown> {
  readonly response?: (...args: Args) => Result | typeof NEEDS_WRITE;
  readonly write?: (...args: Args) => Result;
}

export function reading<Args extends readonly unknown[], Result>(
  response: (...args: Args) => Result,
): Operation<Args, Result> {
  return { response };
}

export function writing<Args extends readonly unknown[], Result>(
  write: (...args: Args) => Result,
): Operation<Args, Result> {
  return { write };
}

/** For what changes nothing most of the time: `run` is first asked without leave to write. */
export function writingIfNeeded<Args extends readonly unknown[], Result>(
  run: (mayWrite: boolean, ...args: Args) => Result | typeof NEEDS_WRITE,
): Operation<Args, Result> {
  return {
    response: (...args) => run(false, ...args),
    write: (...args) => {
      const result = run(true, ...args);
      if (result === NEEDS_WRITE) throw new Error('An operation that may write asked for leave to write.');
      return result;
    },
  };
}
