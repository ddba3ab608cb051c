export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  readonly storedAtMs: number;
}

/** The storage cannot be reached or refuses us: try again later. Never the fault of what was asked. */
export class FileStorageUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileStorageUnavailable';
  }
}

/** What the storage holds is not what was put there. */
export class StoredFileDamaged extends Error {
  constructor(name: string) {
    super(`${name} in the file storage is damaged.`);
    this.name = 'StoredFileDamaged';
  }
}

/**
 * Files that every edge reaches, by name; `/` separates folders.
 *
 * Every adapter keeps these promises; file-storage.contract.ts checks them:
 * - a file is there whole or not at all, whatever breaks while it is put, replaced or removed;
 * - what was put is found, listed and read by everybody from then on, in memory for a piece of it only;
 * - what is read is what was put: anything else is StoredFileDamaged, or FileStorageUnavailable when it broke off;
 * - an outage is FileStorageUnavailable within a bounded time, and its message holds no credentials.
 */
export interface FileStorage {
  /** Stores the content of a local file, in place of what has the name. */
  put(name: string, path: string): Promise<void>;
  /** Undefined when there is no such file. */
  read(name: string): Promise<AsyncIterable<Buffer> | undefined>;
  find(name: string): Promise<StoredFile | undefined>;
  /** Those whose names begin so, in the order of their names. */
  list(prefix: string): Promise<readonly StoredFile[]>;
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}
