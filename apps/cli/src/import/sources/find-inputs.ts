import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { usageError } from '../../exit/usage-error.ts';
import { fileError } from '../../files/file-error.ts';
import type { Container } from '../formats/detect-format.ts';
import { zipEntries } from './zip-entries.ts';

/** Something to import: a file, an entry of an archive, or what is piped in. */
export interface Input {
  readonly name: string;
  /** Of the file as it is stored; undefined when nobody knows. */
  readonly bytes: number | undefined;
  /** Decompressed, and of which kind. `onBytes` is told what was read of the stored file. */
  open(onBytes: (bytes: number) => void): Promise<OpenedInput>;
}

export interface OpenedInput {
  readonly container: Container;
  /** Of Parquet: where the file is, which is not read from its start. */
  readonly path?: string;
  readonly pieces: AsyncIterable<Buffer>;
}

const isHidden = (name: string): boolean => /^[._]/.test(name) || /manifest\.json$|\.rejected\.ndjson$/.test(name);

/** The files at a path: one, all of a folder in the order of their names, those in an archive, or `-` for stdin. */
export async function findInputs(path: string): Promise<Input[]> {
  if (path === '-') return [{ name: 'stdin', bytes: undefined, open: () => openPieces('stdin', process.stdin) }];
  try {
    const { isFolder, bytes } = await look(path);
    if (!isFolder) return await inputsOf(path, bytes);
    const names = (await readdir(path, { recursive: true })).filter((name) => !name.split(/[\\/]/).some(isHidden));
    const inputs: Input[] = [];
    for (const name of names.toSorted()) {
      const found = await look(join(path, name));
      if (!found.isFolder) inputs.push(...(await inputsOf(join(path, name), found.bytes)));
    }
    return inputs;
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

async function look(path: string): Promise<{ isFolder: boolean; bytes: number }> {
  const found = await stat(path);
  return { isFolder: found.isDirectory(), bytes: found.size };
}

async function inputsOf(path: string, bytes: number): Promise<Input[]> {
  const start = await firstBytes(path);
  if (start.toString('latin1', 0, 4) === 'PAR1') {
    return [{ name: path, bytes, open: async () => ({ container: 'parquet', path, pieces: Readable.from([]) }) }];
  }
  if (start.toString('latin1', 0, 4) === 'PK\u0003\u0004') {
    const entries = (await zipEntries(path)).filter(({ name }) => !name.split('/').some(isHidden));
    return entries.map((entry) => ({
      name: `${path}:${entry.name}`,
      bytes: undefined,
      open: () => openPieces(entry.name, entry.open()),
    }));
  }
  return [
    {
      name: path,
      bytes,
      open: (onBytes) => openPieces(path, counted(createReadStream(path, { highWaterMark: 512 * 1024 }), onBytes)),
    },
  ];
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function* counted(pieces: AsyncIterable<Buffer>, onBytes: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    onBytes(piece.length);
    yield piece;
  }
}

/** Looks at the first piece: compressed or not, JSON or CSV. */
async function openPieces(name: string, given: AsyncIterable<Buffer>): Promise<OpenedInput> {
  const stored = await peek(given);
  const isGzip = stored.first[0] === 0x1f && stored.first[1] === 0x8b;
  const unpack = isGzip ? createGunzip() : name.endsWith('.br') ? createBrotliDecompress() : undefined;
  if (stored.first.toString('latin1', 0, 4) === 'PAR1') {
    throw usageError(`${name} is Parquet, which is read from a file.`, 'Unpack it, and give the path of the file.');
  }
  const { first, all } = unpack === undefined ? stored : await peek(throughStream(stored.all, unpack));
  const text = first
    .toString('utf8', 0, 256)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return { container: text.startsWith('{') ? 'ndjson' : 'csv', pieces: all };
}

/** A failure of what is read ends what comes out. */
function throughStream(pieces: AsyncIterable<Buffer>, through: NodeJS.ReadWriteStream): AsyncIterable<Buffer> {
  const source = Readable.from(pieces);
  source.once('error', (error) => (through as unknown as Readable).destroy(error));
  return source.pipe(through) as unknown as AsyncIterable<Buffer>;
}

async function peek(pieces: AsyncIterable<Buffer>): Promise<{ first: Buffer; all: AsyncIterable<Buffer> }> {
  const rest = pieces[Symbol.asyncIterator]();
  const { value, done } = await rest.next();
  const first = done === true ? Buffer.alloc(0) : Buffer.from(value as Buffer);
  return {
    first,
    all: (async function* () {
      if (done === true) return;
      yield first;
      for (;;) {
        const next = await rest.next();
        if (next.done === true) return;
        yield next.value;
      }
    })(),
  };
}
