import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib';

/**
 * How the content of a symbol file is kept: a gzip file of many members, each with `blockBytes` of content (the last
 * with what is left). A member says its own length in an extra field `LP`, so that one can be read without those
 * before it. `zcat` reads the whole.
 */
export const blockBytes = 256 * 1024;

const headerBytes = 20;
const trailerBytes = 8;
const magic = Buffer.from([0x1f, 0x8b, 0x08, 0x04, 0, 0, 0, 0, 0, 0xff, 8, 0, 0x4c, 0x50, 4, 0]);
const deflate = promisify(deflateRaw);

export async function encodeBlock(content: Buffer): Promise<Buffer> {
  const packed = (await deflate(content)) as Buffer;
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headerBytes + packed.length + trailerBytes);
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc32(content), 0);
  trailer.writeUInt32LE(content.length, 4);
  return Buffer.concat([magic, length, packed, trailer]);
}

/** Damage shows itself as an Error: files are written by nobody else. */
export class BlockFile {
  readonly #descriptor: number;
  readonly #starts: number[] = [];
  readonly #bytes: number;
  #last: { at: number; content: Buffer } | undefined;

  constructor(path: string) {
    this.#descriptor = openSync(path, 'r');
    this.#bytes = fstatSync(this.#descriptor).size;
    const header = Buffer.alloc(headerBytes);
    for (let at = 0; at < this.#bytes; ) {
      readSync(this.#descriptor, header, 0, headerBytes, at);
      const length = header.readUInt32LE(magic.length);
      if (!header.subarray(0, magic.length).equals(magic) || length === 0) throw new Error(`${path} is damaged`);
      this.#starts.push(at);
      at += length;
    }
  }

  get blocks(): number {
    return this.#starts.length;
  }

  block(at: number): Buffer {
    if (this.#last?.at === at) return this.#last.content;
    const start = this.#starts[at];
    if (start === undefined) return Buffer.alloc(0);
    const packed = Buffer.alloc((this.#starts[at + 1] ?? this.#bytes) - start - headerBytes - trailerBytes);
    readSync(this.#descriptor, packed, 0, packed.length, start + headerBytes);
    const content = inflateRawSync(packed, { maxOutputLength: blockBytes });
    this.#last = { at, content };
    return content;
  }

  textAt(offset: number, bytes: number): string {
    const pieces: Buffer[] = [];
    let left = bytes;
    for (let at = Math.floor(offset / blockBytes); left > 0 && at < this.blocks; at += 1) {
      const block = this.block(at);
      const from = Math.max(0, offset - at * blockBytes);
      const piece = block.subarray(from, from + left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces).toString('utf8');
  }

  whole(): Buffer {
    return Buffer.concat(Array.from({ length: this.blocks }, (_, at) => this.block(at)));
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}
