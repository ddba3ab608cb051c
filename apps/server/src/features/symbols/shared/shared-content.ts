import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { fetchStoredFile } from '../../../engines/file-storage/fetch-stored-file.ts';
import { type FileStorage, type StoredFile, StoredFileDamaged } from '../../../engines/file-storage/file-storage.ts';
import type { FileSymbolVault } from '../files/file-symbol-vault.ts';

const FOLDER = 'symbols/';

/** Content of symbol files in the storage that every edge reaches, and copies of it on the disk of this one. */
export class SharedContent {
  readonly #storage: FileStorage;
  readonly #local: FileSymbolVault;
  readonly #underWay = new Map<string, Promise<boolean>>();

  constructor(storage: FileStorage, local: FileSymbolVault) {
    this.#storage = storage;
    this.#local = local;
  }

  async isShared(sha256: string): Promise<boolean> {
    return (await this.#storage.find(nameOf(sha256))) !== undefined;
  }

  /** From the disk of this edge. */
  async share(sha256: string): Promise<void> {
    await this.#storage.put(nameOf(sha256), this.#local.contentPathOf(sha256));
    await this.#local.noteCopy(sha256);
  }

  /** To the disk of this edge, checked; false when nobody has shared it. */
  bring(sha256: string): Promise<boolean> {
    const known = this.#underWay.get(sha256);
    if (known !== undefined) return known;
    const bringing = this.#bring(sha256).finally(() => this.#underWay.delete(sha256));
    this.#underWay.set(sha256, bringing);
    return bringing;
  }

  async unshare(sha256: string): Promise<void> {
    await this.#storage.remove(nameOf(sha256));
  }

  async list(): Promise<readonly (StoredFile & { readonly sha256: string })[]> {
    const files = await this.#storage.list(FOLDER);
    return files.map((file) => ({ ...file, sha256: file.name.slice(-'.gz'.length - 64, -'.gz'.length) }));
  }

  async #bring(sha256: string): Promise<boolean> {
    if (await this.#local.has(sha256)) return true;
    const name = nameOf(sha256);
    const isThere = await this.#local.adopt(sha256, async (path) => {
      if (!(await fetchStoredFile(this.#storage, name, path))) return false;
      if ((await unpackedHash(path)) !== sha256) throw new StoredFileDamaged(name);
      return true;
    });
    if (isThere) await this.#local.noteCopy(sha256);
    return isThere;
  }
}

const nameOf = (sha256: string): string => `${FOLDER}${sha256.slice(0, 2)}/${sha256}.gz`;

async function unpackedHash(path: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), createGunzip(), hash);
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) return undefined;
    throw error;
  }
  return hash.digest('hex');
}
