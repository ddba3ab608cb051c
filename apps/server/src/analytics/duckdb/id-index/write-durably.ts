import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Puts the file there whole or not at all, whatever happens meanwhile. */
export async function writeDurably(path: string, content: Uint8Array | string): Promise<void> {
  const temporary = `${path}.new`;
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
