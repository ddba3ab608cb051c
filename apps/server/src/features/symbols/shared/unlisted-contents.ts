import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * What this edge has put into the shared storage and no symbol file may list: an upload that ends before it is listed,
 * and a removal that the storage could not hear of, leave a note. Nothing else in the storage is ever taken for unused:
 * it may be there for others.
 */
export class UnlistedContents {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async note(sha256: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(join(this.#folder, sha256), '', { mode: 0o600 });
  }

  async forget(sha256: string): Promise<void> {
    await rm(join(this.#folder, sha256), { force: true });
  }

  async notedBefore(ms: number): Promise<readonly string[]> {
    const noted: string[] = [];
    for (const name of await readdir(this.#folder).catch(nothingIfAbsent)) {
      if ((await stat(join(this.#folder, name))).mtimeMs < ms) noted.push(name);
    }
    return noted;
  }
}

function nothingIfAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
