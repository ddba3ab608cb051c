import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Afterwards the file holds the whole content and survives a power cut; before that, its old content is untouched. */
export async function writeFileDurably(path: string, text: string | Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** A new or renamed file keeps its name through a power cut from then on. */
export async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
