import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileError } from './file-error.ts';

export interface WriteOptions {
  readonly mode?: number;
}

/** The file is there as a whole or as it was before: it is written under another name first. */
export async function writeFileWhole(path: string, text: string, options: WriteOptions = {}): Promise<void> {
  await writeWhole(path, options, (file) => file.writeFile(text));
}

/** The same for what comes piece by piece. What was written of it is removed when `write` fails. */
export async function writeWhole<T>(
  path: string,
  { mode = 0o666 }: WriteOptions,
  write: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    const file = await open(temporary, 'wx', mode);
    try {
      const result = await write(file);
      await file.sync();
      await file.close();
      await rename(temporary, path);
      return result;
    } catch (error) {
      await file.close().catch(() => undefined);
      throw error;
    }
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw fileError(path, 'written', error);
  }
}
