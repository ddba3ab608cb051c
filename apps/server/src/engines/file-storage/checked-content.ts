import { createHash } from 'node:crypto';
import { StoredFileDamaged } from './file-storage.ts';

/** The pieces as they come; throws StoredFileDamaged at the end when they are not what was put. */
export async function* checkedContent(
  name: string,
  sha256: string,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw new StoredFileDamaged(name);
}
