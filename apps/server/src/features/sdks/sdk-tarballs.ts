import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileDurably } from '../../engines/files/write-file-durably.ts';
import { compareVersions, readSdkFileName } from './sdk-file-name.ts';

export interface SdkTarball {
  /** What stands behind `/sdk/`. */
  readonly file: string;
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly bytes: number;
  /** As lockfiles have it: `sha512-…`. */
  readonly integrity: string;
  /** It belongs to this version of the server. */
  readonly isBuilt: boolean;
}

type Found = Omit<SdkTarball, 'isBuilt'>;

/**
 * SDK packages for `npm install`: those that were built with this version, and those of earlier versions, which are kept
 * in the data directory. Lockfiles hold checksums, so the bytes behind a name never change: should a build bring other
 * bytes for a version that was handed out before, it gets a name of its own.
 */
export class SdkTarballs {
  readonly #builtFolder: string;
  readonly #keptFolder: string;
  readonly #integrities = new Map<string, string>();

  constructor(folders: { readonly built: string; readonly kept: string }) {
    this.#builtFolder = folders.built;
    this.#keptFolder = folders.kept;
  }

  /** All of them, by name, the newest version first. */
  async list(): Promise<readonly SdkTarball[]> {
    const kept = await this.#read(this.#keptFolder);
    const built = namedApart(await this.#read(this.#builtFolder), kept);
    const isBuilt = new Set(built.map(({ file }) => file));
    const all = [
      ...built.map((tarball) => ({ ...tarball, isBuilt: true })),
      ...kept.filter(({ file }) => !isBuilt.has(file)).map((tarball) => ({ ...tarball, isBuilt: false })),
    ];
    return all.sort(
      (a, b) =>
        compareText(a.name, b.name) ||
        Number(b.isBuilt) - Number(a.isBuilt) ||
        compareVersions(b.version, a.version) ||
        compareText(a.file, b.file),
    );
  }

  async find(file: string): Promise<SdkTarball | undefined> {
    return (await this.list()).find((tarball) => tarball.file === file);
  }

  /** The one of this version of the server, or else of the latest before it. */
  async newest(name: string): Promise<SdkTarball | undefined> {
    return (await this.list()).find((tarball) => tarball.name === name);
  }

  /** From now on this version's packages outlive an upgrade. */
  async keep(): Promise<void> {
    const kept = new Set((await this.#read(this.#keptFolder)).map(({ file }) => file));
    const missing = (await this.list()).filter(({ file }) => !kept.has(file));
    if (missing.length > 0) await mkdir(this.#keptFolder, { recursive: true, mode: 0o700 });
    for (const { file, path } of missing) await writeFileDurably(join(this.#keptFolder, file), await readFile(path));
  }

  async #read(folder: string): Promise<Found[]> {
    const found: Found[] = [];
    for (const file of await namesIn(folder)) {
      const parts = readSdkFileName(file);
      if (parts === undefined) continue;
      const path = join(folder, file);
      const { size, mtimeMs } = await stat(path);
      found.push({ ...parts, file, path, bytes: size, integrity: await this.#integrity(path, `${mtimeMs} ${size}`) });
    }
    return found;
  }

  async #integrity(path: string, state: string): Promise<string> {
    const key = `${path} ${state}`;
    const known = this.#integrities.get(key) ?? `sha512-${hashOf(await readFile(path))}`;
    this.#integrities.set(key, known);
    return known;
  }
}

/** A build whose bytes differ from those that were handed out under its name is told from them by its hash. */
function namedApart(built: readonly Found[], kept: readonly Found[]): Found[] {
  const handedOut = new Map(kept.map(({ file, integrity }) => [file, integrity]));
  return built.map((tarball) => {
    const { file, integrity } = tarball;
    if ((handedOut.get(file) ?? integrity) === integrity) return tarball;
    const mark = createHash('sha256').update(integrity).digest('hex').slice(0, 8);
    return { ...tarball, file: file.replace(/\.tgz$/, `-${mark}.tgz`) };
  });
}

const hashOf = (bytes: Buffer): string => createHash('sha512').update(bytes).digest('base64');

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
