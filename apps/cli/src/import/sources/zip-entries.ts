import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { CliError } from '../../exit/cli-error.ts';
import { exitCodes } from '../../exit/exit-codes.ts';

export interface ZipEntry {
  readonly name: string;
  open(): AsyncIterable<Buffer>;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_OF_DIRECTORY_64 = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;
const IN_EXTRA_FIELD = 0xffffffff;
/** The last record of an archive, with the longest comment it may have. */
const MAX_END_BYTES = 22 + 65_535;
const MAX_DIRECTORY_BYTES = 256 * 1024 * 1024;

/** Files of an archive, in the order of their names. What is in them is read when it is asked for. */
export async function zipEntries(path: string): Promise<ZipEntry[]> {
  const file = await open(path, 'r');
  try {
    const entries = readDirectory(await directoryOf(file, path), path);
    const placed = await Promise.all(
      entries.map(async (entry) => ({ ...entry, start: await startOf(file, entry.offset) })),
    );
    return placed
      .filter(({ name }) => !name.endsWith('/'))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .map(({ name, method, start, bytes }) => ({
        name,
        open: () => {
          if (bytes === 0) return empty();
          const stored = createReadStream(path, { start, end: start + bytes - 1 });
          if (method === STORED) return stored;
          return stored.on('error', () => undefined).pipe(createInflateRaw());
        },
      }));
  } finally {
    await file.close();
  }
}

async function* empty(): AsyncGenerator<Buffer> {}

interface Placed {
  readonly name: string;
  readonly method: number;
  readonly bytes: number;
  readonly offset: number;
}

async function directoryOf(file: FileHandle, path: string): Promise<Buffer> {
  const { size } = await file.stat();
  const tail = await readAt(file, Math.max(0, size - MAX_END_BYTES), Math.min(size, MAX_END_BYTES));
  const end = lastIndexOf(tail, END_OF_DIRECTORY);
  if (end < 0) throw damaged(path);
  let [bytes, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  const large = lastIndexOf(tail, END_OF_DIRECTORY_64);
  if ((offset === IN_EXTRA_FIELD || bytes === IN_EXTRA_FIELD) && large >= 0) {
    bytes = Number(tail.readBigUInt64LE(large + 40));
    offset = Number(tail.readBigUInt64LE(large + 48));
  }
  if (bytes > MAX_DIRECTORY_BYTES || offset + bytes > size) throw damaged(path);
  return await readAt(file, offset, bytes);
}

function readDirectory(directory: Buffer, path: string): Placed[] {
  const entries: Placed[] = [];
  let at = 0;
  while (at + 46 <= directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const method = directory.readUInt16LE(at + 10);
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => directory.readUInt16LE(at + place));
    const name = directory.toString('utf8', at + 46, at + 46 + (nameBytes ?? 0));
    const extraAt = at + 46 + (nameBytes ?? 0);
    const extra = directory.subarray(extraAt, extraAt + (extraBytes ?? 0));
    const sizes = [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)];
    const [, bytes = 0, offset = 0] = withExtra(sizes, extra);
    if (method !== STORED && method !== DEFLATED)
      throw damaged(path, `${name} is compressed in a way that is not known`);
    entries.push({ name, method, bytes, offset });
    at = extraAt + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

/** Sizes and places above 4 GB stand in an extra field, in the order of those that are missing. */
function withExtra(sizes: readonly number[], extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return sizes.map((size) => {
      if (size !== IN_EXTRA_FIELD || next + 8 > extra.length) return size;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    });
  }
  return [...sizes];
}

/** Behind the local header, whose lengths may differ from the directory's. */
async function startOf(file: FileHandle, offset: number): Promise<number> {
  const header = await readAt(file, offset, 30);
  return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, position);
  return buffer;
}

function lastIndexOf(buffer: Buffer, signature: number): number {
  for (let at = buffer.length - 4; at >= 0; at -= 1) if (buffer.readUInt32LE(at) === signature) return at;
  return -1;
}

const damaged = (path: string, why = 'its directory is damaged'): CliError =>
  new CliError(`${path} could not be read as a zip archive: ${why}.`, {
    exitCode: exitCodes.invalid,
    code: 'INVALID_FILE',
  });
