import { open, rm } from 'node:fs/promises';
import type { FileStorage } from './file-storage.ts';

/** Writes a stored file to a new local one, on disk when it resolves; false when there is none. A failure leaves nothing. */
export async function fetchStoredFile(
  storage: Pick<FileStorage, 'read'>,
  name: string,
  path: string,
): Promise<boolean> {
  const content = await storage.read(name);
  if (content === undefined) return false;
  const file = await open(path, 'wx', 0o600);
  try {
    try {
      for await (const piece of content) await file.writeFile(piece);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
