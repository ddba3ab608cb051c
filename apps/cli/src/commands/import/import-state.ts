import { createHash } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { configFolder } from '../../config/config-folder.ts';
import { writeFileWhole } from '../../files/write-file-whole.ts';

/** How far an import is: of this file, with this content, to this server. */
export class ImportState {
  readonly #path: string;

  constructor(file: string, sha256: string, url: string) {
    const name = createHash('sha256')
      .update([resolve(file), sha256, url].join('\n'))
      .digest('hex')
      .slice(0, 32);
    this.#path = resolve(configFolder(), 'imports', `${name}.json`);
  }

  /** Events that are with the server already. */
  async read(): Promise<number> {
    try {
      const { done } = JSON.parse(await readFile(this.#path, 'utf8')) as { done?: unknown };
      return typeof done === 'number' && done > 0 ? done : 0;
    } catch {
      // Without it the import begins at the start, and the server knows what it has.
      return 0;
    }
  }

  async write(done: number): Promise<void> {
    await mkdir(resolve(configFolder(), 'imports'), { recursive: true, mode: 0o700 });
    await writeFileWhole(this.#path, JSON.stringify({ done }), { mode: 0o600 });
  }

  async clear(): Promise<void> {
    await rm(this.#path, { force: true });
  }
}
