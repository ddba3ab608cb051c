import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { configFolder } from '../../config/config-folder.ts';
import { writeFileWhole } from '../../files/write-file-whole.ts';

/** Everything up to here is with the server: the files before, and of this one the lines up to this. */
export interface ImportPosition {
  readonly input: number;
  readonly line: number;
}

const START: ImportPosition = { input: 0, line: 0 };

/** How far an import is: of this path as it is now, into this environment of this server. */
export class ImportState {
  readonly #path: string | undefined;

  private constructor(path: string | undefined) {
    this.#path = path;
  }

  /** What is piped in cannot be continued. */
  static async of(path: string, target: string, inputs: readonly { name: string; bytes: number | undefined }[]) {
    if (path === '-') return new ImportState(undefined);
    const { mtimeMs, size } = await stat(path);
    const about = [resolve(path), mtimeMs, size, target, ...inputs.map(({ name, bytes }) => `${name} ${bytes}`)];
    const name = createHash('sha256').update(about.join('\n')).digest('hex').slice(0, 32);
    return new ImportState(resolve(configFolder(), 'imports', `${name}.json`));
  }

  async read(): Promise<ImportPosition> {
    if (this.#path === undefined) return START;
    try {
      const { input, line } = JSON.parse(await readFile(this.#path, 'utf8')) as Partial<ImportPosition>;
      return isCount(input) && isCount(line) ? { input, line } : START;
    } catch {
      // Without it the import begins at the start, and the server knows what it has.
      return START;
    }
  }

  async write(position: ImportPosition): Promise<void> {
    if (this.#path === undefined) return;
    await mkdir(resolve(configFolder(), 'imports'), { recursive: true, mode: 0o700 });
    await writeFileWhole(this.#path, JSON.stringify(position), { mode: 0o600 });
  }

  async clear(): Promise<void> {
    if (this.#path !== undefined) await rm(this.#path, { force: true });
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
