import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

const READ_BYTES = 1024 * 1024;

export interface LocalFile {
  readonly bytes: number;
  readonly sha256: string;
}

export async function describeLocalFile(path: string): Promise<LocalFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: READ_BYTES })) {
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Parts of a file, each whole in memory with its hash; the last one may be shorter. An empty file has one, empty part. */
export async function* partsOf(
  path: string,
  partBytes: number,
): AsyncGenerator<{ readonly content: Buffer; readonly sha256: string }> {
  const file = await open(path, 'r');
  try {
    for (let isFirst = true; ; isFirst = false) {
      const hash = createHash('sha256');
      const content = await readPart(file, partBytes, hash);
      if (content.length === 0 && !isFirst) return;
      yield { content, sha256: hash.digest('hex') };
      if (content.length < partBytes) return;
    }
  } finally {
    await file.close();
  }
}

/** In pieces, so that hashing one does not hold up the process. */
async function readPart(file: FileHandle, partBytes: number, hash: Hash): Promise<Buffer> {
  const part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  while (filled < partBytes) {
    const { bytesRead } = await file.read(part, filled, Math.min(READ_BYTES, partBytes - filled));
    if (bytesRead === 0) break;
    hash.update(part.subarray(filled, filled + bytesRead));
    filled += bytesRead;
  }
  return part.subarray(0, filled);
}
