import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { UploadTooLarge } from '../symbol-vault.ts';
import { blockBytes, encodeBlock } from './block-file.ts';

export interface ReceivedContent {
  readonly sha256: string;
  readonly bytes: number;
}

/** Writes a body to a new file as it comes, packed in blocks or as it is; on disk when it resolves. */
export async function receiveContent(
  body: AsyncIterable<Buffer>,
  path: string,
  options: { readonly limitBytes: number; readonly isPacked: boolean },
): Promise<ReceivedContent> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    const blocks = new BlockWriter(file, options.isPacked);
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > options.limitBytes) throw new UploadTooLarge(options.limitBytes);
      hash.update(chunk);
      await blocks.write(chunk);
    }
    await blocks.end();
    await file.sync();
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), bytes };
}

class BlockWriter {
  readonly #file: FileHandle;
  readonly #isPacked: boolean;
  readonly #block = Buffer.alloc(blockBytes);
  #filled = 0;

  constructor(file: FileHandle, isPacked: boolean) {
    this.#file = file;
    this.#isPacked = isPacked;
  }

  async write(chunk: Buffer): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      const copied = chunk.copy(this.#block, this.#filled, at);
      this.#filled += copied;
      at += copied;
      if (this.#filled === blockBytes) await this.end();
    }
  }

  async end(): Promise<void> {
    if (this.#filled === 0) return;
    const content = this.#block.subarray(0, this.#filled);
    await this.#file.writeFile(this.#isPacked ? await encodeBlock(content) : content);
    this.#filled = 0;
  }
}
