import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStorage, StoredFile } from './file-storage.ts';

/** Files below a directory, which may be of another disk or of the network. Whole or not there: copied, synced, renamed. */
export class DirectoryFileStorage implements Pick<FileStorage, 'put' | 'find' | 'remove' | 'close'> {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(name: string, path: string): Promise<void> {
    const target = join(this.#root, name);
    const folder = dirname(target);
    const temporary = join(folder, `.${randomUUID()}.tmp`);
    await mkdir(folder, { recursive: true });
    try {
      await copyFile(path, temporary);
      await synced(temporary);
      await rename(temporary, target);
      await synced(folder);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async find(name: string): Promise<StoredFile | undefined> {
    try {
      const { size, mtimeMs } = await stat(join(this.#root, name));
      return { name, bytes: size, storedAtMs: mtimeMs };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#root, name), { force: true });
  }

  async close(): Promise<void> {}
}

async function synced(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
