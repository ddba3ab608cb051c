import { basename, dirname } from 'node:path';
import type { FileDriver } from './file-driver.ts';

/** A file: what programs see, and what is safe on the disk. */
interface Inode {
  content: Buffer;
  durable: Buffer;
  /** Stretches whose sync failed: the kernel has forgotten that they are dirty, so no later sync writes them. */
  forgotten: { from: number; to: number }[];
  /** What a truncation cut off and may be on the disk all the same until the next sync. */
  truncated: Buffer;
}

const newInode = (): Inode => ({
  content: Buffer.alloc(0),
  durable: Buffer.alloc(0),
  forgotten: [],
  truncated: Buffer.alloc(0),
});

type PersonDirectory = Map<string, Inode>;
export type DiskOperation = keyof FileDriver;
/** An error makes the operation fail; a failing write still writes a part. */
export type FaultPlan = (operation: DiskOperation, path: string) => Error | undefined;

export const ioError = (code: string): Error => Object.assign(new Error(`${code}: simulated`), { code });

/**
 * A disk that loses at a power cut what was not synced: bytes of files, and names in directories. A failed sync
 * loses the bytes for good although programs still see them, as Linux does. Directories themselves are safe at once.
 */
export class SimulatedDisk {
  fault: FaultPlan = () => undefined;
  freeBytes = 1e12;
  syncs = 0;
  readonly #random: () => number;
  #seen = new Map<string, PersonDirectory>();
  #durable = new Map<string, PersonDirectory>();
  #boot = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** What was not synced is lost, or partly there, or there as zeros. Drivers handed out before do nothing any more. */
  cutPower(): void {
    this.killProcess();
    const inodes = new Set([...this.#seen.values(), ...this.#durable.values()].flatMap((names) => [...names.values()]));
    for (const inode of inodes) {
      inode.durable = this.#afterPowerCut(inode);
      inode.content = inode.durable;
      inode.forgotten = [];
      inode.truncated = Buffer.alloc(0);
    }
    for (const [path, names] of this.#durable) {
      // Either every change since the last sync of the directory got through, or none.
      const survivor = this.#random() < 0.5 ? names : (this.#seen.get(path) ?? names);
      this.#durable.set(path, new Map(survivor));
      this.#seen.set(path, new Map(survivor));
    }
  }

  /** The files stay as programs see them. */
  killProcess(): void {
    this.#boot++;
  }

  #afterPowerCut({ content, durable, forgotten, truncated }: Inode): Buffer {
    if (truncated.length > 0 && this.#random() < 0.5) return truncated;
    if (content.length <= durable.length) return this.#random() < 0.5 ? durable : content;
    const lucky = Math.floor(this.#random() * (content.length - durable.length + 1));
    const end = durable.length + lucky;
    const bytes = Buffer.concat([durable, content.subarray(durable.length, end)]);
    for (const { from, to } of forgotten) bytes.fill(0, Math.min(from, end), Math.min(to, end));
    const zeros = this.#random() < 0.3 ? Math.floor(this.#random() * 50) : 0;
    return Buffer.concat([bytes, Buffer.alloc(zeros)]);
  }

  /** The files as one process sees them until it is killed. */
  driver(): FileDriver {
    const boot = this.#boot;
    const open = new Map<number, { readonly path: string; readonly inode: Inode }>();
    let nextFd = 3;
    const enter = async (operation: DiskOperation, path: string): Promise<void> => {
      await new Promise(setImmediate);
      if (boot !== this.#boot) await new Promise(() => undefined);
      const error = operation === 'writev' ? undefined : this.fault(operation, path);
      if (error === undefined) return;
      throw error;
    };
    const file = (fd: number) => {
      const entry = open.get(fd);
      if (entry === undefined) throw ioError('EBADF');
      return entry;
    };
    const addOpen = (path: string, inode: Inode): number => {
      open.set(nextFd, { path, inode });
      return nextFd++;
    };
    const sync = async (operation: 'fsync' | 'fdatasync', fd: number): Promise<void> => {
      const { path, inode } = file(fd);
      this.syncs++;
      const until = inode.content;
      try {
        await enter(operation, path);
      } catch (error) {
        inode.forgotten.push({ from: Math.min(inode.durable.length, until.length), to: until.length });
        throw error;
      }
      const bytes = Buffer.from(until);
      for (const { from, to } of inode.forgotten) bytes.fill(0, from, to);
      inode.durable = bytes;
      inode.truncated = Buffer.alloc(0);
    };
    return {
      create: async (path) => {
        await enter('create', path);
        if (this.#names(path).has(basename(path))) throw ioError('EEXIST');
        const inode = newInode();
        this.#names(path).set(basename(path), inode);
        return addOpen(path, inode);
      },
      open: async (path) => {
        await enter('open', path);
        return addOpen(path, this.#inode(path));
      },
      openOver: async (path) => {
        await enter('openOver', path);
        const names = this.#names(path);
        const inode = names.get(basename(path)) ?? newInode();
        names.set(basename(path), inode);
        return addOpen(path, inode);
      },
      overwrite: (fd, bytes) => {
        const { path, inode } = file(fd);
        const error = boot === this.#boot ? this.fault('overwrite', path) : ioError('EBADF');
        if (error !== undefined) throw error;
        inode.content = Buffer.concat([bytes, inode.content.subarray(bytes.length)]);
      },
      writev: async (fd, parts) => {
        const { path, inode } = file(fd);
        await enter('writev', path);
        const bytes = Buffer.concat(parts);
        const error = this.fault('writev', path);
        const written = error === undefined ? bytes.length : Math.floor(this.#random() * (bytes.length + 1));
        inode.content = Buffer.concat([inode.content, bytes.subarray(0, written)]);
        if (error !== undefined) throw error;
        return written;
      },
      fdatasync: (fd) => sync('fdatasync', fd),
      fsync: (fd) => sync('fsync', fd),
      isLinked: (fd) => {
        const { inode } = file(fd);
        return [...this.#seen.values()].some((names) => [...names.values()].includes(inode));
      },
      close: async (fd) => {
        await enter('close', file(fd).path);
        open.delete(fd);
      },
      syncDirectory: async (path) => {
        await enter('syncDirectory', path);
        this.#durable.set(path, new Map(this.#seen.get(path)));
      },
      rename: async (from, to) => {
        await enter('rename', from);
        const inode = this.#inode(from);
        this.#names(from).delete(basename(from));
        this.#names(to).set(basename(to), inode);
      },
      truncate: async (path, bytes) => {
        await enter('truncate', path);
        const inode = this.#inode(path);
        if (inode.truncated.length === 0 && bytes < inode.content.length) inode.truncated = inode.content;
        inode.content = inode.content.subarray(0, bytes);
        inode.forgotten = inode.forgotten.filter(({ from }) => from < bytes);
      },
      unlink: async (path) => {
        await enter('unlink', path);
        this.#inode(path);
        this.#names(path).delete(basename(path));
      },
      makeDirectory: async (path) => {
        await enter('makeDirectory', path);
        for (const tree of [this.#seen, this.#durable]) if (!tree.has(path)) tree.set(path, new Map());
      },
      list: async (path) => {
        await enter('list', path);
        const folders = [...this.#seen.keys()]
          .filter((other) => dirname(other) === path)
          .map((other) => basename(other));
        return [...(this.#seen.get(path)?.keys() ?? []), ...folders];
      },
      read: async (path) => {
        await enter('read', path);
        return Buffer.from(this.#inode(path).content);
      },
      size: async (path) => {
        await enter('size', path);
        return this.#inode(path).content.length;
      },
      freeBytes: async (path) => {
        await enter('freeBytes', path);
        return this.freeBytes;
      },
    };
  }

  #names(path: string): PersonDirectory {
    const names = this.#seen.get(dirname(path));
    if (names === undefined) throw ioError('ENOENT');
    return names;
  }

  #inode(path: string): Inode {
    const inode = this.#names(path).get(basename(path));
    if (inode === undefined) throw ioError('ENOENT');
    return inode;
  }

  /** As somebody else would remove it, while it may be open. */
  remove(path: string): void {
    this.#names(path).delete(basename(path));
  }

  /** Changes one byte of a file where it lies. */
  flipByte(path: string, offset: number): void {
    const inode = this.#inode(path);
    inode.content = Buffer.from(inode.content);
    inode.content[offset] = (inode.content[offset] ?? 0) ^ 1;
    inode.durable = inode.content;
  }
}
