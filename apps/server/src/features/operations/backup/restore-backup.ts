import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { syncPath } from '../../../engines/files/link-or-copy.ts';
import { writeFileDurably } from '../../../engines/files/write-file-durably.ts';
import { BackupUnusable, verifyBackup } from './backup-manifest.ts';

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
  const [source, target] = [resolve(from), resolve(dataDir)];
  const files = await verifyBackup(source);
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) {
    throw new BackupUnusable(`${target} is not empty. Choose a directory that is new or empty. Nothing was restored.`);
  }
  const ordered = [...files].sort((a, b) => Number(a.path === LAST) - Number(b.path === LAST));
  for (const { path } of ordered) {
    if (path === LEFT_OUT) continue;
    if (path === LAST) await noteControlDb(target);
    const to = join(target, ...path.split('/'));
    await mkdir(dirname(to), { recursive: true });
    await copyFile(join(source, ...path.split('/')), to);
    await syncPath(to);
    await syncPath(dirname(to));
  }
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), dataDir: target };
}

/** From now on a missing control database is damage and not a new beginning. */
const noteControlDb = (target: string): Promise<void> =>
  writeFileDurably(join(target, 'control-created.json'), `${JSON.stringify({ at: new Date().toISOString() })}\n`);
