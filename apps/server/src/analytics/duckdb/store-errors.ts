import { LoadTargetBroken } from '../../collect/loader/load-target.ts';

/** The process cannot go on with this database: it must open it anew. */
export class StoreFailure extends LoadTargetBroken {
  readonly reason: 'commit_unknown' | 'invalidated' | 'corrupt' | 'ids_damaged' | 'not_reopened';
  constructor(reason: StoreFailure['reason'], cause: unknown) {
    super(`${reason}: ${textOf(cause)}`, { cause });
    this.name = 'StoreFailure';
    this.reason = reason;
  }
}

/** A statement of a load failed. */
export class StatementError extends Error {
  constructor(cause: unknown) {
    super(textOf(cause), { cause });
    this.name = 'StatementError';
  }
}

export const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// Anchored at the kind of error: the text of others may quote what a client sent.
const corrupt =
  /^serialization error|^(?:io|fatal|internal) error.*(?:corrupt|not a valid duckdb database|checksum|could not read enough bytes|replaying wal|database file with version)/is;
const invalidated = /^(?:fatal|internal) error|database has been invalidated because of a previous fatal error/i;
const lockHeld = /conflicting lock|could not set lock/i;
const surroundings = /^(?:io|out of memory|interrupt) error/i;

export const isCorrupt = (error: unknown): boolean => corrupt.test(textOf(error));
export const isLockHeld = (error: unknown): boolean => lockHeld.test(textOf(error));
export const isOutOfMemory = (error: unknown): boolean => /^out of memory error/i.test(textOf(error));

/** Disk, memory or an interruption: the same statement may work later, whatever its content. */
export const isFromSurroundings = (error: unknown): boolean => surroundings.test(textOf(error));

/** The failure that ends this process's use of the database; undefined for one that leaves it usable. */
export function failureOf(error: unknown): StoreFailure | undefined {
  if (error instanceof StoreFailure) return error;
  if (isCorrupt(error)) return new StoreFailure('corrupt', error);
  return invalidated.test(textOf(error)) ? new StoreFailure('invalidated', error) : undefined;
}
