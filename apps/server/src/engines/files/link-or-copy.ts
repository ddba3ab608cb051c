import { constants, copyFile, link, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK']);

/**
 * The same file under another name, for files that never change: shared where the file system can, copied where not.
 * Survives a power cut once the directory is synced.
 */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    if (!CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await syncPath(to);
  }
}

/** A file's content, or a directory's entries. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
