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
  /**
   * How much an engine that runs operations beside each other has to keep apart. `serial`, unless it says otherwise: as
   * if it were alone. `snapshot`: what it checks are the rows that it writes, so two that meet meet at a row. For what
   * happens thousands of times a second.
   */
  readonly isolation?: 'serial' | 'snapshot';
  /** `read` runs one statement, which needs no transaction around it. */
  readonly isReadSingle?: boolean;
}

export function reading<Args extends readonly unknown[], Result>(
  read: (db: Db, ...args: Args) => Promise<Result>,
): Operation<Args, Result> {
  return { read };
}

/** For what is asked with every other request. */
export function readingOne<Args extends readonly unknown[], Result>(
  read: (db: Db, ...args: Args) => Promise<Result>,
): Operation<Args, Result> {
  return { read, isReadSingle: true };
}

export function writing<Args extends readonly unknown[], Result>(
  write: (db: Db, ...args: Args) => Promise<Result>,
): Operation<Args, Result> {
  return { write };
}

/** For what changes nothing most of the time: `run` is first called without leave to write. */
export function writingIfNeeded<Args extends readonly unknown[], Result>(
  run: (db: Db, mayWrite: boolean, ...args: Args) => Promise<Result | typeof NEEDS_WRITE>,
  isolation: NonNullable<Operation['isolation']> = 'serial',
): Required<Omit<Operation<Args, Result>, 'isReadSingle'>> {
  return {
    isolation,
    read: (db, ...args) => run(db, false, ...args),
    write: async (db, ...args) => {
      const result = await run(db, true, ...args);
      if (result === NEEDS_WRITE) throw new Error('An operation that may write asked for leave to write.');
      return result;
    },
  };
}
