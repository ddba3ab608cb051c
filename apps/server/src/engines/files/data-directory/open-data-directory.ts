import { constants, existsSync } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SQLITE_FULL, SQLITE_IOERR, sqliteCode } from '../../sqlite/sqlite-driver.ts';
import { isDiskFailure } from '../disk-failure.ts';
import { writeFileDurably } from '../write-file-durably.ts';
import { DataDirectoryUnusable } from './data-directory-errors.ts';
import { checkFormat, formatFile, reachCurrentFormat } from './directory-format.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { type DirectoryPaths, directoryPaths } from './directory-paths.ts';

export interface DataDirectory extends DirectoryPaths {
  /** The control database was created once: a missing file is damage, not a new beginning. */
  readonly isControlDbExpected: boolean;
  noteControlDbCreated(): Promise<void>;
  /** False once the directory at the path is another one, or none, or lacks what the next start needs. */
  isInPlace(): boolean;
  /** Lets another process in. */
  close(): Promise<void>;
}

/**
 * Creates the directory where there is none, locks it for this process, and brings it to the current format.
 * Throws DataDirectoryInUse or DataDirectoryUnusable, whose messages are for the person at the terminal.
 */
export async function openDataDirectory(path: string, options: { version?: string } = {}): Promise<DataDirectory> {
  const paths = directoryPaths(path);
  await makeDirectory(paths.path);
  const isInstallation = (await checkFormat(paths.path)) !== undefined;
  try {
    const lock = await takeLock(paths.path);
    return await openLocked(paths, lock, options.version ?? 'unknown');
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    const { message } = error instanceof DataDirectoryUnusable ? error : unusable(paths.path, error);
    throw new DataDirectoryUnusable(message, { cause: error, isTemporary: isInstallation });
  }
}

async function makeDirectory(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const found = await stat(root);
    if (!found.isDirectory()) throw new Error('it is not a directory');
    await access(root, constants.R_OK | constants.X_OK);
  } catch (error) {
    throw unusable(root, error);
  }
}

async function takeLock(root: string): Promise<DirectoryLock> {
  try {
    return await lockDirectory(root);
  } catch (error) {
    // Says it in plainer words than the lock, where it can.
    if (error instanceof DataDirectoryUnusable) await checkWritable(root);
    throw error;
  }
}

async function checkWritable(root: string): Promise<void> {
  try {
    await access(root, constants.W_OK);
  } catch (error) {
    throw unusable(root, error);
  }
}

async function openLocked(paths: DirectoryPaths, lock: DirectoryLock, version: string): Promise<DataDirectory> {
  try {
    await reachCurrentFormat(paths.path, version);
    const marker = join(paths.path, 'control-created.json');
    return {
      ...paths,
      isControlDbExpected: await exists(marker),
      noteControlDbCreated: () => writeFileDurably(marker, `${JSON.stringify({ at: new Date().toISOString() })}\n`),
      isInPlace: () => lock.isInPlace() && existsSync(formatFile(paths.path)),
      close: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Whatever failed, it failed because of the disk. */
function isOfDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = sqliteCode(error);
  return isDiskFailure(error) || code === SQLITE_FULL || code === SQLITE_IOERR || isOfDisk(error.cause);
}

const unusable = (root: string, cause: unknown): DataDirectoryUnusable =>
  new DataDirectoryUnusable(`The data directory ${root} cannot be used: ${reason(cause)}.`, { cause });

function reason(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it, or a part of its path, is not a directory';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read and write it';
    case 'EROFS':
      return 'its file system is read-only';
    case 'ENOSPC':
      return 'the disk is full';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
