import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { fileError } from '../../files/file-error.ts';

/** Lines of a text file, or of one that is compressed with gzip. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  const failed = new Promise<never>((_, reject) => {
    file.once('error', reject);
    input.once('error', reject);
  });
  failed.catch(() => undefined);
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { value, done } = await Promise.race([lines.next(), failed]);
      if (done === true) return;
      yield value as string;
    }
  } catch (error) {
    throw fileError(path, 'read', error);
  } finally {
    file.destroy();
  }
}
