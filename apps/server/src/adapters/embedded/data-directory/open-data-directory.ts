import { constants } from 'node:fs';
import { access, mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { writeFileDurably } from '../../../snapshot/write-file-durably.ts';
import { DataDirectoryUnusable } from './data-directory-errors.ts';
import { checkFormat, reachCurrentFormat } from './directory-format.ts';
import { lockDirectory } from './directory-lock.ts';

export interface DataDirectory {
  readonly path: string;
  readonly controlDb: string;
  readonly snapshotFile: string;
  readonly logRoot: string;
  readonly storeDir: string;
  readonly symbolDir: string;
  readonly checkpointDir: string;
  readonly backupDir: string;
  /** The control database was created once: a missing file is damage, not a new beginning. */
  readonly isControlDbExpected: boolean;
  noteControlDbCreated(): Promise<void>;
  /** Lets another process in. */
  close(): Promise<void>;
}

/**
 * Creates the directory where there is none, locks it for this process, and brings it to the current format.
 * Throws DataDirectoryInUse or DataDirectoryUnusable, whose messages are for the person at the terminal.
 */
export async function openDataDirectory(path: string, options: { version?: string } = {}): Promise<DataDirectory> {
  const root = resolve(path);
  await makeUsable(root);
  await checkFormat(root);
  const lock = await lockDirectory(root);
  try {
    await reachCurrentFormat(root, options.version ?? 'unknown');
    const marker = join(root, 'control-created.json');
    return {
      path: root,
      controlDb: join(root, 'control.db'),
      snapshotFile: join(root, 'snapshot.json'),
      logRoot: join(root, 'log'),
      storeDir: join(root, 'store'),
      symbolDir: join(root, 'symbols'),
      checkpointDir: join(root, 'checkpoints'),
      backupDir: join(root, 'backups'),
      isControlDbExpected: await exists(marker),
      noteControlDbCreated: () => writeFileDurably(marker, `${JSON.stringify({ at: new Date().toISOString() })}\n`),
      close: () => lock.release(),
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeUsable(root: string): Promise<void> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 });
    const found = await stat(root);
    if (!found.isDirectory()) throw new Error('it is not a directory');
    await access(root, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataDirectoryUnusable(`The data directory ${root} cannot be used: ${reason(error)}.`, { cause: error });
  }
}

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
