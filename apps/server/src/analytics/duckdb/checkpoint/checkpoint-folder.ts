import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { linkOrCopy, syncPath } from '../../../engines/files/link-or-copy.ts';
import { writeFileDurably } from '../../../engines/files/write-file-durably.ts';
import { type CheckpointManifest, type CheckpointPart, decodeManifest, encodeManifest } from './checkpoint-manifest.ts';

/**
 * Files of checkpoints:
 *
 *   0000000007.json                        a manifest; the newest counts
 *   parts/events-0000000007-1.parquet      rows, named by the checkpoint that wrote them and shared with later ones
 */
export class CheckpointFolder {
  readonly path: string;
  readonly #parts: string;

  constructor(path: string) {
    this.path = path;
    this.#parts = join(path, PARTS_FOLDER);
  }

  async create(): Promise<void> {
    await mkdir(this.#parts, { recursive: true });
  }

  /** Newest first; none for a folder that is not there yet. */
  async ids(): Promise<readonly number[]> {
    const names = await namesIn(this.path);
    return names.flatMap((name) => (manifestShape.test(name) ? [Number.parseInt(name, 10)] : [])).sort((a, b) => b - a);
  }

  /** Throws ManifestUnusable when it is damaged. */
  async read(id: number): Promise<CheckpointManifest> {
    return decodeManifest(await readFile(join(this.path, manifestName(id)), 'utf8'));
  }

  /** The moment from which the checkpoint counts. */
  async commit(manifest: CheckpointManifest): Promise<void> {
    await writeFileDurably(join(this.path, manifestName(manifest.id)), encodeManifest(manifest));
  }

  partPath(file: string): string {
    return join(this.#parts, file);
  }

  temporaryPath(file: string): string {
    return `${this.partPath(file)}${TEMPORARY}`;
  }

  /** Makes a part that was written under its temporary name safe; it counts when a manifest names it. */
  async keep(file: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
    const temporary = this.temporaryPath(file);
    await syncPath(temporary);
    const found = await digestOf(temporary);
    await rename(temporary, this.partPath(file));
    await syncPath(this.#parts);
    return found;
  }

  /** What is wrong with a part's file; undefined when it is as it was written. */
  async faultOf({ file, bytes, sha256 }: CheckpointPart): Promise<string | undefined> {
    try {
      const found = await digestOf(this.partPath(file));
      if (found.bytes !== bytes) return `it has ${found.bytes} bytes, not ${bytes}`;
      return found.sha256 === sha256 ? undefined : 'its checksum does not match its content';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is missing' : String(error);
    }
  }

  /** Lays out one of them in another folder. */
  async copyTo(manifest: CheckpointManifest, folder: string): Promise<void> {
    for (const { file } of manifest.parts) await linkOrCopy(this.partPath(file), join(folder, PARTS_FOLDER, file));
    const name = manifestName(manifest.id);
    await linkOrCopy(join(this.path, name), join(folder, name));
  }

  /** Removes every file that none of these needs. */
  async keepOnly(manifests: readonly CheckpointManifest[]): Promise<void> {
    const ids = new Set(manifests.map(({ id }) => id));
    for (const id of await this.ids()) if (!ids.has(id)) await rm(join(this.path, manifestName(id)));
    await syncPath(this.path);
    const needed = new Set(manifests.flatMap(({ parts }) => parts.map(({ file }) => file)));
    for (const name of await namesIn(this.#parts)) if (!needed.has(name)) await rm(join(this.#parts, name));
  }
}

const TEMPORARY = '.tmp';
const manifestShape = /^\d{10}\.json$/;
const PARTS_FOLDER = 'parts';
const manifestName = (id: number): string => `${String(id).padStart(10, '0')}.json`;
export const partName = (table: string, id: number, number: number): string =>
  `${table}-${String(id).padStart(10, '0')}-${number}.parquet`;

async function digestOf(path: string): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
