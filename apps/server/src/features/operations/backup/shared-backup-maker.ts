import { HOUR_MS } from '@lamppost/protocol';
import { type FileStorage, FileStorageUnavailable } from '../../../engines/file-storage/file-storage.ts';
import type { BackupCounts, BackupMaker, ScheduledBackup } from '../backup-maker.ts';
import type { FileBackupMaker } from './file-backup-maker.ts';
import { StoredBackups } from './stored-backups.ts';

/** Longer than any edge takes to store a backup. */
const UNFINISHED_MS = 48 * HOUR_MS;

/**
 * Backups in the storage that every edge reaches. One is made on the disk first, and leaves it when it is stored. Those
 * that were made before there was a storage stay where they are, and are listed too.
 */
export class SharedBackupMaker implements BackupMaker {
  readonly #local: FileBackupMaker;
  readonly #stored: StoredBackups;

  constructor(local: FileBackupMaker, storage: FileStorage) {
    this.#local = local;
    this.#stored = new StoredBackups(storage);
  }

  async make(name: string, options?: { readonly isScheduled?: boolean }): Promise<BackupCounts> {
    const counts = await this.#local.make(name, options);
    try {
      await this.#stored.put(name, this.#local.folderOf(name), (await this.#local.manifest(name)).files);
      return counts;
    } finally {
      await this.#local.remove(name);
    }
  }

  async verify(name: string): Promise<void> {
    await ((await this.#isLocal(name)) ? this.#local : this.#stored).verify(name);
  }

  async names(): Promise<readonly string[]> {
    return [...new Set([...(await this.#local.names()), ...(await this.#stored.names())])];
  }

  async scheduled(): Promise<readonly ScheduledBackup[]> {
    const found = [...(await this.#local.scheduled())];
    for (const name of await this.#stored.names()) {
      const { createdAtMs, isScheduled } = await this.#stored.manifest(name);
      if (isScheduled) found.push({ name, createdAtMs });
    }
    return found.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  async remove(name: string): Promise<void> {
    await ((await this.#isLocal(name)) ? this.#local : this.#stored).remove(name);
  }

  async clear(): Promise<void> {
    await this.#local.clear();
    try {
      await this.#stored.clear(Date.now() - UNFINISHED_MS);
    } catch (error) {
      // Nobody sees what is unfinished there, and the next start looks again.
      if (!(error instanceof FileStorageUnavailable)) throw error;
    }
  }

  async #isLocal(name: string): Promise<boolean> {
    return (await this.#local.names()).includes(name);
  }
}
