import { statSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite, SQLITE_BUSY, sqliteCode } from '../../sqlite/sqlite-driver.ts';
import { isNoSpace } from '../disk-failure.ts';
import { writeFileDurably } from '../write-file-durably.ts';
import { DataDirectoryInUse, DataDirectoryUnusable, type Holder } from './data-directory-errors.ts';

const LOCK_FILE = 'lock.db';

export interface DirectoryLock {
  /** False once the locked file is not the one at its path any more: another process could lock that one. */
  isInPlace(): boolean;
  release(): Promise<void>;
}

/**
 * An exclusive transaction on `lock.db`, held for as long as the process lives: the kernel ends it with the process,
 * however that ends, so there is no stale lock to clean up. `holder.json` is only for the sentence the next one reads.
 */
export async function lockDirectory(path: string): Promise<DirectoryLock> {
  const holderFile = join(path, 'holder.json');
  const database = await holdLock(path, holderFile);
  try {
    await writeHolder(holderFile);
  } catch (error) {
    database.close();
    throw new DataDirectoryUnusable(`The data directory ${path} cannot be written to.`, { cause: error });
  }
  const lockFile = join(path, LOCK_FILE);
  const { dev, ino } = statSync(lockFile);
  return {
    isInPlace() {
      // The file is held open, so its number is not given to another one.
      const found = statSync(lockFile, { throwIfNoEntry: false });
      return found !== undefined && found.ino === ino && found.dev === dev;
    },
    async release() {
      await rm(holderFile, { force: true });
      database.close();
    },
  };
}

/** On a full disk the holder stays without a name; an older name would be wrong. */
async function writeHolder(holderFile: string): Promise<void> {
  const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();
  const holder = { pid: process.pid, host: hostname(), started_at: startedAt };
  try {
    await writeFileDurably(holderFile, `${JSON.stringify(holder)}\n`);
  } catch (error) {
    if (!isNoSpace(error)) throw error;
    await rm(holderFile, { force: true });
  }
}

/** Tries for a moment, because the holder's name is written just after its lock and the old one may be leaving. */
async function holdLock(path: string, holderFile: string): Promise<{ close(): void }> {
  for (let attempt = 0; ; attempt++) {
    const database = tryLock(path);
    if (database !== undefined) return database;
    const holder = await readHolder(holderFile);
    if ((holder !== undefined && isAlive(holder)) || attempt === 10) throw new DataDirectoryInUse(path, holder);
    await sleep(50);
  }
}

/**
 * The SELECT meets the lock of another process also where nothing can be written. The journal is kept in memory: on a
 * full disk there is no room for one. On a read-only database BEGIN EXCLUSIVE would lock nothing without a word, but
 * no value can be set then.
 */
const TAKE_LOCK = `
  PRAGMA busy_timeout = 0;
  SELECT count(*) FROM sqlite_master;
  PRAGMA journal_mode = MEMORY;
  BEGIN EXCLUSIVE;
  PRAGMA user_version = 1`;

function tryLock(path: string): { close(): void } | undefined {
  let database: ReturnType<typeof openSqlite> | undefined;
  try {
    database = openSqlite(join(path, LOCK_FILE));
    database.exec(TAKE_LOCK);
    return database;
  } catch (error) {
    database?.close();
    if (sqliteCode(error) === SQLITE_BUSY) return undefined;
    throw new DataDirectoryUnusable(`The data directory ${path} cannot be locked: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

async function readHolder(holderFile: string): Promise<Holder | undefined> {
  try {
    const { pid, host, started_at: startedAt } = JSON.parse(await readFile(holderFile, 'utf8'));
    return Number.isInteger(pid) && typeof host === 'string' && typeof startedAt === 'string'
      ? { pid, host, startedAt }
      : undefined;
  } catch {
    // The name is a courtesy: the lock alone decides, and it has already refused.
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true;
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
