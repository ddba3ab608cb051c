import { closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSqlite, type SqliteDatabase } from '../../engines/sqlite/sqlite-driver.ts';
import { executedMigrations, migrate } from '../migrations/migrate.ts';

export interface OpenedDatabase {
  readonly database: SqliteDatabase;
  readonly isNew: boolean;
  /** False once the file at the path is another one or none: what is written then would be lost. */
  isInPlace(): boolean;
}

export interface OpenOptions {
  readonly path: string;
  /** The database was created once, so an absent or empty file is a loss to report, not a new beginning. */
  readonly mustExist: boolean;
  readonly busyTimeoutMs: number;
  /** What is added to the connection, such as temporary triggers, once the tables are there. */
  readonly onOpened?: (database: SqliteDatabase) => void;
}

/**
 * WAL with synchronous=FULL: a commit is on disk when it returns (NORMAL loses commits in a power cut).
 * secure_delete: what was erased does not stay in free pages.
 */
export async function openDatabase({ path, mustExist, busyTimeoutMs, onOpened }: OpenOptions): Promise<OpenedDatabase> {
  if (mustExist && !existsSync(path)) throw new Error('the file is missing');
  const database = openSqlite(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
    const isNew = executedMigrations(database).length === 0;
    if (isNew && mustExist) throw new Error('the file is empty');
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = ON;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 67108864`);
    await migrate(database);
    onOpened?.(database);
    if (isNew) syncDirectory(dirname(path));
    const { ino } = statSync(path);
    return { database, isNew, isInPlace: () => statSync(path, { throwIfNoEntry: false })?.ino === ino };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite syncs the file, not the name of a new one. */
function syncDirectory(path: string): void {
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
