import { type FileHandle, open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { HashColumns } from './hash-columns.ts';
import type { LogRanges } from './log-ranges.ts';

/** Ids that a commit of the store brings with it. */
export interface JournalEntry {
  /** Number of the load that the commit ends with. */
  readonly load: number;
  readonly ranges: LogRanges;
  readonly hashes: HashColumns;
}

const HEAD_BYTES = 12;

/**
 * Ids that are in no run yet, on disk before the store commits them. An entry is three little-endian words (length of its
 * facts, number of ids, CRC-32 of all that follows), its facts as JSON, then all low halves, then all high halves.
 * A last entry that is not whole was never committed.
 */
export class IdJournal {
  readonly path: string;
  readonly #handle: FileHandle;
  #length: number;

  static async create(path: string): Promise<IdJournal> {
    const handle = await open(path, 'w+');
    await handle.sync();
    return new IdJournal(path, handle, 0);
  }

  /** Hands each entry over, and goes on behind the last whole one. */
  static async open(path: string, visit: (entry: JournalEntry) => void): Promise<IdJournal> {
    const handle = await open(path, 'r+');
    const bytes = await handle.readFile();
    let length = 0;
    for (let entry = readEntry(bytes, 0); entry !== undefined; entry = readEntry(bytes, length)) {
      visit(entry.entry);
      length = entry.end;
    }
    await handle.truncate(length);
    return new IdJournal(path, handle, length);
  }

  private constructor(path: string, handle: FileHandle, length: number) {
    this.path = path;
    this.#handle = handle;
    this.#length = length;
  }

  /** On disk when it resolves. What a failed one has left is written over by the next. */
  async append(entry: JournalEntry): Promise<void> {
    const bytes = encode(entry);
    let written = 0;
    while (written < bytes.length) {
      const { bytesWritten } = await this.#handle.write(bytes, written, bytes.length - written, this.#length + written);
      written += bytesWritten;
    }
    await this.#handle.datasync();
    this.#length += bytes.length;
  }

  async close(): Promise<void> {
    await this.#handle.close();
  }
}

function encode({ load, ranges, hashes: { low, high } }: JournalEntry): Buffer {
  const facts = Buffer.from(JSON.stringify({ load, ranges }));
  const bytes = Buffer.concat([Buffer.alloc(HEAD_BYTES), facts, bytesOf(low), bytesOf(high)]);
  bytes.writeUInt32LE(facts.length, 0);
  bytes.writeUInt32LE(low.length, 4);
  bytes.writeUInt32LE(crc32(bytes.subarray(HEAD_BYTES)), 8);
  return bytes;
}

function readEntry(bytes: Buffer, start: number): { readonly entry: JournalEntry; readonly end: number } | undefined {
  if (bytes.length < start + HEAD_BYTES) return undefined;
  const [factBytes, ids, checksum] = [0, 4, 8].map((at) => bytes.readUInt32LE(start + at)) as [number, number, number];
  const factsEnd = start + HEAD_BYTES + factBytes;
  const end = factsEnd + 8 * ids;
  if (factBytes === 0 || end > bytes.length || crc32(bytes.subarray(start + HEAD_BYTES, end)) !== checksum)
    return undefined;
  const facts = JSON.parse(bytes.toString('utf8', start + HEAD_BYTES, factsEnd)) as Omit<JournalEntry, 'hashes'>;
  const hashes = { low: wordsOf(bytes, factsEnd, ids), high: wordsOf(bytes, factsEnd + 4 * ids, ids) };
  return { entry: { ...facts, hashes }, end };
}

const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer, words.byteOffset, words.byteLength);

const wordsOf = (bytes: Buffer, start: number, count: number): Uint32Array =>
  new Uint32Array(Uint8Array.prototype.slice.call(bytes, start, start + 4 * count).buffer);
