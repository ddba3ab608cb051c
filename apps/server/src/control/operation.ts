import type { Db } from './sql/db.ts';

/** Returned by `read` when only `write` can do it. */
export const NEEDS_WRITE = Symbol('needs write');

/**
 * One thing the control plane does.
 * `read` runs outside any transaction and must not change anything; `write` runs in a transaction or savepoint of its own.
 */
export interface Operation<Args extends readonly unknown[] = readonly never[], Result = unknown> {
  readonly read?: (db: Db, ...args: Args) => Promise<Result | typeof NEEDS_WRITE>;
  readonly write?: (db: Db, ...args: Args) => Promise<Result>;
}

export function reading<Args extends readonly unknown[], Result>(
  read: (db: Db, ...args: Args) => Promise<Result>,
): Operation<Args, Result> {
  return { read };
}

export function writing<Args extends readonly unknown[], Result>(
  write: (db: Db, ...args: Args) => Promise<Result>,
): Operation<Args, Result> {
  return { write };
}

/** For what changes nothing most of the time: `run` is first called without leave to write. */
export function writingIfNeeded<Args extends readonly unknown[], Result>(
  run: (db: Db, mayWrite: boolean, ...args: Args) => Promise<Result | typeof NEEDS_WRITE>,
): Required<Operation<Args, Result>> {
  return {
    read: (db, ...args) => run(db, false, ...args),
    write: async (db, ...args) => {
      const result = await run(db, true, ...args);
      if (result === NEEDS_WRITE) throw new Error('An operation that may write asked for leave to write.');
      return result;
    },
  };
}
