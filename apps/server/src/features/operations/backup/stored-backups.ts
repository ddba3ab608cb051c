import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fetchStoredFile } from '../../../engines/file-storage/fetch-stored-file.ts';
import { type FileStorage, StoredFileDamaged } from '../../../engines/file-storage/file-storage.ts';
import {
  BACKUP_MANIFEST,
  type BackupFile,
  type BackupManifest,
  BackupUnusable,
  decodeBackup,
} from './backup-manifest.ts';

const FOLDER = 'backups/';
const MANIFEST_END = `/${BACKUP_MANIFEST}`;

/** Backups in the shared storage: `backups/<name>/` and the files. One is there when its manifest is, which is put last. */
export class StoredBackups {
  readonly #storage: FileStorage;

  constructor(storage: FileStorage) {
    this.#storage = storage;
  }

  /** From a folder that holds the whole backup. */
  async put(name: string, folder: string, files: readonly BackupFile[]): Promise<void> {
    for (const { path } of files) await this.#storage.put(nameOf(name, path), join(folder, ...path.split('/')));
    await this.#storage.put(nameOf(name, BACKUP_MANIFEST), join(folder, BACKUP_MANIFEST));
  }

  async names(): Promise<readonly string[]> {
    const files = await this.#storage.list(FOLDER);
    return files.flatMap(({ name }) => (isManifest(name) ? [name.slice(FOLDER.length, -MANIFEST_END.length)] : []));
  }

  /** Throws BackupUnusable. */
  async manifest(name: string): Promise<BackupManifest> {
    const path = nameOf(name, BACKUP_MANIFEST);
    const content = await this.#storage.read(path);
    if (content === undefined) throw new BackupUnusable(`There is no backup ${name} in the file storage.`);
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    return decodeBackup(Buffer.concat(pieces).toString('utf8'), path);
  }

  /** Reads every file. Throws BackupUnusable. */
  async verify(name: string): Promise<void> {
    for (const file of (await this.manifest(name)).files) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of await this.#read(name, file)) {
        hash.update(piece);
        bytes += piece.length;
      }
      if (bytes !== file.bytes || hash.digest('hex') !== file.sha256) throw damaged(name, file);
    }
  }

  /** To a new local file, checked. Throws BackupUnusable. */
  async fetch(name: string, file: BackupFile, path: string): Promise<void> {
    const hash = createHash('sha256');
    const read = async () => {
      const content = await this.#read(name, file);
      return (async function* () {
        for await (const piece of content) {
          hash.update(piece);
          yield piece;
        }
      })();
    };
    await mkdir(dirname(path), { recursive: true });
    await fetchStoredFile({ read }, nameOf(name, file.path), path);
    if (hash.digest('hex') !== file.sha256) throw damaged(name, file);
  }

  /** It is no backup any more when the first file is gone. */
  async remove(name: string): Promise<void> {
    await this.#storage.remove(nameOf(name, BACKUP_MANIFEST));
    for (const file of await this.#storage.list(`${FOLDER}${name}/`)) await this.#storage.remove(file.name);
  }

  /** Removes what has no manifest and was stored before: an edge may be putting one there now. */
  async clear(beforeMs: number): Promise<void> {
    const whole = new Set(await this.names());
    for (const { name, storedAtMs } of await this.#storage.list(FOLDER)) {
      const [, backup = ''] = name.split('/');
      if (!whole.has(backup) && storedAtMs < beforeMs) await this.#storage.remove(name);
    }
  }

  async #read(name: string, file: BackupFile): Promise<AsyncIterable<Buffer>> {
    const content = await this.#storage.read(nameOf(name, file.path));
    if (content === undefined) throw new BackupUnusable(`${nameOf(name, file.path)} is missing in the file storage.`);
    return asBackup(content, () => damaged(name, file));
  }
}

async function* asBackup(content: AsyncIterable<Buffer>, unusable: () => BackupUnusable): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    throw error instanceof StoredFileDamaged ? unusable() : error;
  }
}

const nameOf = (backup: string, path: string): string => `${FOLDER}${backup}/${path}`;
const isManifest = (name: string): boolean => name.endsWith(MANIFEST_END) && name.split('/').length === 3;
const damaged = (name: string, { path }: BackupFile): BackupUnusable =>
  new BackupUnusable(`${nameOf(name, path)} in the file storage is damaged: its checksum does not match.`);
