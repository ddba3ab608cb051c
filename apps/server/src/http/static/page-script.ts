import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

export interface BuiltScript {
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  readonly tag: string;
}

/** The SDK of web pages as a script, as it was built last. It is read when it is first requested. */
export class PageScript {
  readonly #path: string;
  #changedMs: number | undefined;
  #script: BuiltScript | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Undefined when it is not built. */
  async read(): Promise<BuiltScript | undefined> {
    try {
      const { mtimeMs } = await stat(this.#path);
      if (this.#script === undefined || mtimeMs !== this.#changedMs) {
        const bytes = await readFile(this.#path);
        const tag = `"${createHash('sha1').update(bytes).digest('base64url')}"`;
        this.#script = { bytes, tag, gzipped: await promisify(gzip)(bytes, { level: 9 }) };
        this.#changedMs = mtimeMs;
      }
      return this.#script;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
