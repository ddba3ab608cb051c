import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of a folder and everything below. */
export async function folderBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderBytes(path);
    // A file that was deleted meanwhile takes no bytes.
    else bytes += (await stat(path).catch(() => undefined))?.size ?? 0;
  }
  return bytes;
}
