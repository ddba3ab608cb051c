import { crc32, inflateRawSync } from 'node:zlib';
import { SymbolFault } from '../symbol-fault.ts';
import { checkEntryPath } from './check-entry-path.ts';

/**
 * A bounded reader of zip files: stored and deflated entries, no encryption, no parts, no zip64. Everything is taken
 * from the central directory and compared with what stands before each entry.
 */
const archiveLimits = {
  entries: 2_000,
  entryBytes: 64 * 1_048_576,
  allBytes: 256 * 1_048_576,
  /** Larger entries that claim to have been packed better than this are bombs. */
  ratio: 200,
  ratioFreeBytes: 1_048_576,
} as const;

export interface ArchiveEntry {
  readonly path: string;
  readonly bytes: number;
  readonly packedBytes: number;
  readonly isStored: boolean;
  readonly crc: number;
  /** Of its own header. */
  readonly headerAt: number;
}

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const MAX_COMMENT_LENGTH = 0xffff;
const encrypted = 0x0001 | 0x0040;
const symlink = 0xa000;

/** Its files, in the order of the directory. Throws SymbolFault for anything that is not plainly harmless. */
export function listArchive(archive: Buffer): readonly ArchiveEntry[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  const size = archive.readUInt32LE(end + 12);
  const start = archive.readUInt32LE(end + 16);
  if (archive.readUInt16LE(end + 4) !== 0 || archive.readUInt16LE(end + 8) !== count) {
    throw new SymbolFault('The archive is one of several parts.');
  }
  if (count === 0xffff || start === 0xffffffff) throw new SymbolFault("Zip64 archives aren't supported.");
  if (count > archiveLimits.entries)
    throw new SymbolFault(`The archive has more than ${archiveLimits.entries} entries.`);
  if (start + size > end) throw new SymbolFault('The zip archive is corrupt at its directory.');
  const entries: ArchiveEntry[] = [];
  let at = start;
  for (let number = 0; number < count; number += 1) {
    if (at + entryBytes > start + size) throw new SymbolFault('The directory of the archive is cut short.');
    const { entry, next } = readEntry(archive, at);
    if (entry !== undefined) entries.push(entry);
    at = next;
  }
  checkTogether(archive, entries, start);
  return entries;
}

/** The content of a file, checked against what the directory says of it. */
export function readArchiveEntry(archive: Buffer, entry: ArchiveEntry): Buffer {
  const start = dataStart(archive, entry);
  const packed = archive.subarray(start, start + entry.packedBytes);
  const bytes = entry.isStored ? packed : inflateEntry(packed, entry);
  if (bytes.length !== entry.bytes) throw new SymbolFault(`${entry.path} is not as long as the archive says.`);
  if (crc32(bytes) !== entry.crc) throw new SymbolFault(`${entry.path} is damaged.`);
  return bytes;
}

function inflateEntry(packed: Buffer, { bytes, path }: ArchiveEntry): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  } catch (error) {
    const isLonger = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new SymbolFault(isLonger ? `${path} is longer than the archive says.` : `${path} cannot be unpacked.`);
  }
}

function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - endBytes - MAX_COMMENT_LENGTH);
  for (let at = archive.length - endBytes; at >= first; at -= 1) {
    const isEnd = archive.readUInt32LE(at) === endSignature;
    if (isEnd && at + endBytes + archive.readUInt16LE(at + 20) === archive.length) return at;
  }
  throw new SymbolFault('It is not a zip archive.');
}

function readEntry(archive: Buffer, at: number): { entry?: ArchiveEntry; next: number } {
  if (archive.readUInt32LE(at) !== entrySignature) throw new SymbolFault('The directory of the archive is damaged.');
  const pathBytes = archive.readUInt16LE(at + 28);
  const next = at + entryBytes + pathBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  if (next > archive.length) throw new SymbolFault('The directory of the archive is cut short.');
  const path = archive.toString('utf8', at + entryBytes, at + entryBytes + pathBytes);
  checkEntryPath(path);
  const method = archive.readUInt16LE(at + 10);
  if ((archive.readUInt16LE(at + 8) & encrypted) !== 0) throw new SymbolFault(`${path} is encrypted.`);
  if (((archive.readUInt32LE(at + 38) >>> 16) & 0xf000) === symlink) throw new SymbolFault(`${path} is a link.`);
  if (method !== 0 && method !== 8) throw new SymbolFault(`${path} uses an unsupported compression method.`);
  const packedBytes = archive.readUInt32LE(at + 20);
  const bytes = archive.readUInt32LE(at + 24);
  if (path.endsWith('/')) return { next };
  if (bytes > archiveLimits.entryBytes)
    throw new SymbolFault(`${path} is larger than ${archiveLimits.entryBytes} bytes.`);
  if (bytes > archiveLimits.ratioFreeBytes && bytes > packedBytes * archiveLimits.ratio) {
    throw new SymbolFault(`${path} has an implausible compression ratio.`);
  }
  const isStored = method === 0;
  if (isStored && bytes !== packedBytes) throw new SymbolFault(`${path} is not as long as the archive says.`);
  const facts = { crc: archive.readUInt32LE(at + 16), headerAt: archive.readUInt32LE(at + 42) };
  return { entry: { path, bytes, packedBytes, isStored, ...facts }, next };
}

function checkTogether(archive: Buffer, entries: readonly ArchiveEntry[], directoryAt: number): void {
  const total = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > archiveLimits.allBytes) {
    throw new SymbolFault(`The archive holds more than ${archiveLimits.allBytes} bytes.`);
  }
  if (new Set(entries.map(({ path }) => path)).size < entries.length) {
    throw new SymbolFault('The archive has two entries of one name.');
  }
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.headerAt - other.headerAt)) {
    if (entry.headerAt < end) throw new SymbolFault(`${entry.path} overlaps with another entry.`);
    end = dataStart(archive, entry) + entry.packedBytes;
    if (end > directoryAt) throw new SymbolFault(`The zip archive is corrupt at ${entry.path}.`);
  }
}

function dataStart(archive: Buffer, { headerAt, path }: ArchiveEntry): number {
  if (headerAt + localBytes > archive.length || archive.readUInt32LE(headerAt) !== localSignature) {
    throw new SymbolFault(`The zip archive is corrupt at ${path}.`);
  }
  return headerAt + localBytes + archive.readUInt16LE(headerAt + 26) + archive.readUInt16LE(headerAt + 28);
}
