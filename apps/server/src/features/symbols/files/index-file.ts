import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import type { TextFacts, TextIndex } from '../indexed-text.ts';

/**
 * An index beside the content it is of: a line of JSON, padded to a multiple of 8 bytes, then the keys as doubles and
 * the offsets as 32-bit numbers. It can always be made again, so whatever is odd about one counts as none.
 */
export const INDEX_FORMAT = 1;

interface Header {
  readonly format: number;
  readonly entries: number;
  readonly facts: TextFacts;
}

export function writeIndexFile(path: string, { keys, offsets, facts }: TextIndex): void {
  const header = JSON.stringify({ format: INDEX_FORMAT, entries: keys.length, facts } satisfies Header);
  const padding = (8 - ((Buffer.byteLength(header) + 1) % 8)) % 8;
  const head = Buffer.from(`${header}${' '.repeat(padding)}\n`);
  const temporary = `${path}.tmp`;
  const descriptor = openSync(temporary, 'w', 0o600);
  try {
    for (const part of [head, bytesOf(keys), bytesOf(offsets)]) writeWhole(descriptor, part);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, path);
}

/** Undefined when there is none that can be used. */
export function readIndexFile(path: string): TextIndex | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const end = bytes.indexOf(0x0a) + 1;
  const header = end === 0 ? undefined : readHeader(bytes.toString('utf8', 0, end));
  if (header === undefined || bytes.length !== end + header.entries * 12) return undefined;
  // Copied, because numbers in memory must begin where their size divides the address.
  const keys = new Float64Array(header.entries);
  Buffer.from(keys.buffer).set(bytes.subarray(end, end + header.entries * 8));
  const offsets = new Uint32Array(header.entries);
  Buffer.from(offsets.buffer).set(bytes.subarray(end + header.entries * 8));
  return { keys, offsets, facts: header.facts };
}

function readHeader(text: string): Header | undefined {
  try {
    const header = JSON.parse(text) as Header;
    return header.format === INDEX_FORMAT && Number.isSafeInteger(header.entries) ? header : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const bytesOf = (numbers: Float64Array | Uint32Array): Buffer =>
  Buffer.from(numbers.buffer as ArrayBuffer, numbers.byteOffset, numbers.byteLength);

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}
