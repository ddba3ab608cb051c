import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { FileStorage } from '../../../engines/file-storage/file-storage.ts';
import { syncPath } from '../../../engines/files/link-or-copy.ts';
import { writeFileDurably } from '../../../engines/files/write-file-durably.ts';
import { type BackupFile, BackupUnusable, verifyBackup } from './backup-manifest.ts';
import { StoredBackups } from './stored-backups.ts';

export interface RestoredBackup {
  readonly files: number;
  readonly bytes: number;
  readonly dataDir: string;
}

/** The last one: a directory without it is refused by the server, so half a restore is never taken for a whole one. */
const LAST = 'format.json';

/** In backups of version 0.1.0. It may be newer than their control plane, and a start writes it anew. */
const LEFT_OUT = 'snapshot.json';

/** Makes a new data directory of a backup whose every file is as it was made. Throws BackupUnusable. */
export async function restoreBackup(from: string, dataDir: string): Promise<RestoredBackup> {
  const source = resolve(from);
  const files = await verifyBackup(source);
  return await restoreFiles(files, dataDir, ({ path }, to) => copyFile(join(source, ...path.split('/')), to));
}

/** The same of one in the shared storage, whose files are checked as they come. */
export async function restoreStoredBackup(
  storage: FileStorage,
  name: string,
  dataDir: string,
): Promise<RestoredBackup> {
  const backups = new StoredBackups(storage);
  const { files } = await backups.manifest(name);
  return await restoreFiles(files, dataDir, (file, to) => backups.fetch(name, file, to));
}

async function restoreFiles(
  files: readonly BackupFile[],
  dataDir: string,
  copy: (file: BackupFile, to: string) => Promise<void>,
): Promise<RestoredBackup> {
  const target = resolve(dataDir);
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) {
    throw new BackupUnusable(`${target} is not empty. Choose a new or empty directory. Nothing was restored.`);
  }
  const ordered = [...files].sort((a, b) => Number(a.path === LAST) - Number(b.path === LAST));
  try {
    for (const file of ordered) await restoreFile(file, target, copy);
  } catch (error) {
    for (const name of await readdir(target)) await rm(join(target, name), { recursive: true, force: true });
    throw error;
  }
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), dataDir: target };
}

async function restoreFile(
  file: BackupFile,
  target: string,
  copy: (file: BackupFile, to: string) => Promise<void>,
): Promise<void> {
  if (file.path === LEFT_OUT) return;
  if (file.path === LAST) await noteControlDb(target);
  const to = join(target, ...file.path.split('/'));
  if (!to.startsWith(target + sep))
    throw new BackupUnusable(`${file.path} points outside the backup. Nothing was restored.`);
  await mkdir(dirname(to), { recursive: true });
  await copy(file, to);
  await syncPath(to);
  await syncPath(dirname(to));
}

/** From now on a missing control database is damage and not a new beginning. */
const noteControlDb = (target: string): Promise<void> =>
  writeFileDurably(join(target, 'control-created.json'), `${JSON.stringify({ at: new Date().toISOString() })}\n`);
