import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';
import { linkOrCopy, syncPath } from '../../engines/files/link-or-copy.ts';
import { makeFolder } from '../../engines/files/make-folder.ts';
import { failPointValue } from '../../telemetry/fail-points.ts';
import { hollowSegment } from '../event-log/hollow-segment.ts';
import {
  compressedName,
  isLogId,
  LOADED_FOLDER,
  parseSegmentName,
  QUARANTINE_FOLDER,
  quarantineName,
  sealedName,
} from '../event-log/segment-names.ts';
import type { SegmentDirectory, SegmentEntry } from './segment-directory.ts';

const inflate = promisify(gunzip);
const ROOM_TO_GROW_BYTES = 1024 * 1024;

/** Segments in `<root>/<logId>/`, as the file event log leaves them. */
export class FileSegmentDirectory implements SegmentDirectory {
  readonly #root: string;
  readonly #scratch: string;
  #scratchFiles = 0;
  /** One for all segments: the garbage of a new one each time would double the size of the process. */
  #buffer = Buffer.alloc(0);

  constructor(root: string, scratchFolder: string) {
    this.#root = root;
    this.#scratch = scratchFolder;
  }

  listSealed(): Promise<readonly SegmentEntry[]> {
    return this.#list('sealed');
  }

  listLoaded(): Promise<readonly SegmentEntry[]> {
    return this.#list('loaded');
  }

  async read({ path, isCompressed }: SegmentEntry): Promise<Buffer> {
    if (isCompressed) return inflate(await readFile(path));
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      if (this.#buffer.length < size) this.#buffer = Buffer.allocUnsafeSlow(size + ROOM_TO_GROW_BYTES);
      const { bytesRead } = await file.read(this.#buffer, 0, size, 0);
      if (bytesRead !== size) throw new Error(`${path} gave ${bytesRead} of ${size} bytes`);
      return this.#buffer.subarray(0, size);
    } finally {
      await file.close();
    }
  }

  /** Not synced: a move that a power cut undoes is made again, since the store knows that it has the segment. */
  async moveToLoaded(entry: SegmentEntry): Promise<SegmentEntry> {
    const folder = join(this.#root, entry.logId, LOADED_FOLDER);
    await makeFolder(folder);
    const path = join(folder, sealedName(entry.number));
    // Moved before, or deleted by hand: the store has it, and later segments must not wait behind it for ever.
    await unlessAbsent(rename(entry.path, path), undefined);
    return { ...entry, place: 'loaded', path };
  }

  async compress(entry: SegmentEntry): Promise<void> {
    // Tests look for bytes in files.
    if (failPointValue('compression') === 'off') return;
    const folder = join(this.#root, entry.logId, LOADED_FOLDER);
    const path = join(folder, compressedName(entry.number));
    const unfinished = `${path}.tmp`;
    await pipeline(createReadStream(entry.path), createGzip({ level: 1 }), createWriteStream(unfinished));
    await syncPath(unfinished);
    await rename(unfinished, path);
    await syncPath(folder);
    await unlink(entry.path);
  }

  /** False when the segment is not in its place any more. */
  async copyTo({ logId, path, place }: SegmentEntry, root: string): Promise<boolean> {
    const folder = place === 'loaded' ? join(root, logId, LOADED_FOLDER) : join(root, logId);
    return await unlessAbsent(
      linkOrCopy(path, join(folder, basename(path))).then(() => true),
      false,
    );
  }

  async remove({ logId, number }: SegmentEntry): Promise<void> {
    const folder = join(this.#root, logId, LOADED_FOLDER);
    // Both are there when a compression was cut short.
    for (const name of [sealedName(number), compressedName(number)]) await rm(join(folder, name), { force: true });
  }

  async hollow({ logId, number, ...entry }: SegmentEntry): Promise<void> {
    const folder = join(this.#root, logId, LOADED_FOLDER);
    const hollow = hollowSegment(await this.read({ logId, number, ...entry }), { logId, number });
    if (hollow === undefined) throw new Error(`the end of segment ${number} cannot be read`);
    const path = join(folder, sealedName(number));
    await writeFile(`${path}.tmp`, hollow);
    await syncPath(`${path}.tmp`);
    await rename(`${path}.tmp`, path);
    await rm(join(folder, compressedName(number)), { force: true });
    await syncPath(folder);
  }

  async clearQuarantine(): Promise<void> {
    for (const logId of (await namesIn(this.#root)).filter(isLogId)) {
      await rm(join(this.#root, logId, QUARANTINE_FOLDER), { recursive: true, force: true });
    }
  }

  async quarantine(segment: { readonly logId: string; readonly number: number }, offset: number, bytes: Buffer) {
    const folder = join(this.#root, segment.logId, QUARANTINE_FOLDER);
    await makeFolder(folder);
    await writeFile(join(folder, quarantineName(segment.number, offset)), bytes);
  }

  async writeScratch(bytes: Buffer): Promise<string> {
    await makeFolder(this.#scratch);
    const path = join(this.#scratch, `${++this.#scratchFiles}.ndjson`);
    await writeFile(path, bytes);
    return path;
  }

  async clearScratch(): Promise<void> {
    await rm(this.#scratch, { recursive: true, force: true });
  }

  async #list(place: SegmentEntry['place']): Promise<readonly SegmentEntry[]> {
    const entries: SegmentEntry[] = [];
    for (const logId of (await namesIn(this.#root)).filter(isLogId).sort()) {
      const folder = place === 'sealed' ? join(this.#root, logId) : join(this.#root, logId, LOADED_FOLDER);
      entries.push(...(await segmentsIn(folder, logId, place)));
    }
    return entries;
  }
}

async function segmentsIn(folder: string, logId: string, place: SegmentEntry['place']): Promise<SegmentEntry[]> {
  const byNumber = new Map<number, SegmentEntry>();
  for (const name of await namesIn(folder)) {
    const segment = parseSegmentName(name);
    if (segment === undefined || segment.state === 'open') continue;
    const isCompressed = segment.state === 'compressed';
    // Both are there when a compression was cut short: the raw one is whole for certain.
    if (isCompressed && byNumber.has(segment.number)) continue;
    const path = join(folder, name);
    const found = await unlessAbsent(stat(path), undefined);
    if (found === undefined) continue;
    const { size: bytes, mtimeMs: sealedAtMs } = found;
    byNumber.set(segment.number, { logId, number: segment.number, place, path, isCompressed, bytes, sealedAtMs });
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Nothing for a folder that is not there yet. */
const namesIn = (folder: string): Promise<string[]> => unlessAbsent(readdir(folder), []);

async function unlessAbsent<T>(found: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
