import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { BloomFilter } from './bloom-filter.ts';
import { writeDurably } from './write-durably.ts';

/** What is in memory of a run. */
export interface RunFilter {
  readonly ids: number;
  /** The high half of each page's first hash. */
  readonly fences: Uint32Array;
  readonly bloom: BloomFilter;
}

const MAGIC = 0x4c_50_46_31;
const HEADER_WORDS = 6;

/**
 * Little-endian words: magic, ids (two words), pages, words of the Bloom filter, CRC-32 of all that follows and of the
 * words before it; then the fences, then the parts of the filter. It is made of the run and can be made again.
 */
export async function writeRunFilter(path: string, { ids, fences, bloom }: RunFilter): Promise<void> {
  const bloomWords = bloom.bytes / 4;
  const words = new Uint32Array(HEADER_WORDS + fences.length + bloomWords);
  words.set([MAGIC, ids >>> 0, Math.floor(ids / 2 ** 32), fences.length, bloomWords]);
  words.set(fences, HEADER_WORDS);
  let at = HEADER_WORDS + fences.length;
  for (const part of bloom.parts) {
    words.set(part, at);
    at += part.length;
  }
  words[HEADER_WORDS - 1] = checksumOf(words);
  await writeDurably(path, new Uint8Array(words.buffer));
}

/** Undefined when it is not there, or not as it was written. */
export async function readRunFilter(path: string): Promise<RunFilter | undefined> {
  const bytes = await readFile(path).catch(absent);
  if (bytes === undefined || bytes.length < 4 * HEADER_WORDS || bytes.length % 4 !== 0) return undefined;
  // Large files come in a buffer of their own; a small one may start anywhere in a shared one.
  const aligned =
    bytes.byteOffset % 4 === 0
      ? bytes
      : Buffer.from(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
  const [magic, low = 0, high = 0, pages = 0, bloomWords = 0, checksum] = words;
  if (magic !== MAGIC || words.length !== HEADER_WORDS + pages + bloomWords) return undefined;
  if (checksum !== checksumOf(words)) return undefined;
  const fences = words.slice(HEADER_WORDS, HEADER_WORDS + pages);
  return { ids: high * 2 ** 32 + low, fences, bloom: BloomFilter.of(words.subarray(HEADER_WORDS + pages)) };
}

function checksumOf(words: Uint32Array): number {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  return crc32(bytes.subarray(4 * HEADER_WORDS), crc32(bytes.subarray(0, 4 * (HEADER_WORDS - 1)))) >>> 0;
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
