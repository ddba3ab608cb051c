import fs from 'node:fs';
import { promisify } from 'node:util';

/** The few file operations the log needs, so that tests can make any of them fail or forget. */
export interface FileDriver {
  /** For appending; fails when the file exists. */
  create(path: string): Promise<number>;
  /** For appending; fails when the file does not exist. */
  open(path: string): Promise<number>;
  /** For overwriting; creates the file where there is none. */
  openOver(path: string): Promise<number>;
  /** Puts these bytes at the beginning of the file, in the memory of the system: nothing is synced. */
  overwrite(fd: number, bytes: Buffer): void;
  /** Resolves to the bytes that were written. */
  writev(fd: number, parts: readonly Buffer[]): Promise<number>;
  fdatasync(fd: number): Promise<void>;
  fsync(fd: number): Promise<void>;
  /** False when the file was deleted: what is written to it goes with the process. */
  isLinked(fd: number): boolean;
  close(fd: number): Promise<void>;
  /** Makes creations, renames and removals in this directory survive a power cut. */
  syncDirectory(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  truncate(path: string, bytes: number): Promise<void>;
  unlink(path: string): Promise<void>;
  makeDirectory(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  read(path: string): Promise<Buffer>;
  size(path: string): Promise<number>;
  freeBytes(path: string): Promise<number>;
}

// Numeric descriptors and callbacks: FileHandle costs more on a path that runs for every commit group.
const { O_APPEND, O_CREAT, O_EXCL, O_RDWR, O_WRONLY } = fs.constants;
const openAsync = promisify(fs.open);
const writevAsync = promisify(fs.writev);
const fsyncAsync = promisify(fs.fsync);
const closeAsync = promisify(fs.close);

export const nodeFileDriver: FileDriver = {
  create: (path) => openAsync(path, O_APPEND | O_CREAT | O_EXCL | O_WRONLY, 0o640),
  open: (path) => openAsync(path, O_APPEND | O_WRONLY),
  openOver: (path) => openAsync(path, O_CREAT | O_RDWR, 0o640),
  // At once, like isLinked: it stays in memory.
  overwrite: (fd, bytes) => void fs.writeSync(fd, bytes, 0, bytes.length, 0),
  writev: async (fd, parts) => (await writevAsync(fd, parts)).bytesWritten,
  fdatasync: promisify(fs.fdatasync),
  fsync: fsyncAsync,
  // At once: the answer is in the kernel's memory, and a round through the thread pool costs ten times as much.
  isLinked: (fd) => fs.fstatSync(fd).nlink > 0,
  close: closeAsync,
  syncDirectory: async (path) => {
    const fd = await openAsync(path, fs.constants.O_RDONLY);
    try {
      await fsyncAsync(fd);
    } finally {
      await closeAsync(fd);
    }
  },
  rename: promisify(fs.rename),
  truncate: (path, bytes) => fs.promises.truncate(path, bytes),
  unlink: promisify(fs.unlink),
  makeDirectory: async (path) => {
    await fs.promises.mkdir(path, { recursive: true });
  },
  list: (path) => fs.promises.readdir(path),
  read: (path) => fs.promises.readFile(path),
  size: async (path) => (await fs.promises.stat(path)).size,
  freeBytes: async (path) => {
    const { bavail, bsize } = await fs.promises.statfs(path);
    return bavail * bsize;
  },
};

const nothing = (): Promise<void> => Promise.resolve();

/** Acknowledges without durability: for measuring what syncing costs, and for proving that tests notice. */
export const withoutSync = (driver: FileDriver): FileDriver => ({
  ...driver,
  fdatasync: nothing,
  fsync: nothing,
  syncDirectory: nothing,
});

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** For removals that may have happened before. */
export async function unlinkIfThere(driver: FileDriver, path: string): Promise<void> {
  try {
    await driver.unlink(path);
  } catch (error) {
    if (!isAbsent(error)) throw error;
  }
}

export async function writeAll(driver: FileDriver, fd: number, parts: readonly Buffer[]): Promise<number> {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0);
  const written = await driver.writev(fd, parts);
  if (written !== bytes) throw new Error(`only ${written} of ${bytes} bytes were written`);
  return bytes;
}
