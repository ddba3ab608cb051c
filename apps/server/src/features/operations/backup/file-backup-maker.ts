import { copyFile, mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkOrCopy, syncPath } from '../../../engines/files/link-or-copy.ts';
import { writeFileDurably } from '../../../engines/files/write-file-durably.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import { type BackupCounts, type BackupMaker, NoRoomForBackup, type ScheduledBackup } from '../backup-maker.ts';
import {
  BACKUP_MANIFEST,
  type BackupManifest,
  describeFiles,
  encodeBackup,
  readManifest,
  verifyBackup,
} from './backup-manifest.ts';

export interface FileBackupOptions {
  /** Where backups are kept, a folder each. */
  readonly folder: string;
  readonly dataDirectory: { readonly path: string; readonly controlDb: string };
  readonly version: string;
  /** Hands over everything that has been acknowledged. */
  readonly sealLog: () => Promise<void>;
  /** Lays out a checkpoint and the segments behind it below the folder. */
  readonly copyStore: (folder: string) => Promise<void>;
  readonly copyControl: (path: string) => Promise<void>;
  /** Puts into the named folders what is elsewhere only. */
  readonly bringNamed?: () => Promise<void>;
  /** Folders of the data directory with files that never change and that the control plane speaks of. */
  readonly namedFolders?: readonly string[];
  /** Room that must stay beside what is copied. */
  readonly spareBytes?: number;
}

const UNFINISHED = '.unfinished';
const MiB = 1024 * 1024;
const SPARE_BYTES = 64 * MiB;

/**
 * Backups as folders that look like a data directory.
 *
 * First the log, then the control plane: whatever the log speaks of, be it a project, a key or a device, is in the copy
 * of the control plane, which may know of things in addition to that the log does not have yet. The edge snapshot stays behind:
 * a start writes it anew, and it names the generation that clients have seen, which a restored server must not go on with.
 */
export class FileBackupMaker implements BackupMaker {
  readonly #options: FileBackupOptions;

  constructor(options: FileBackupOptions) {
    this.#options = options;
  }

  async make(name: string, { isScheduled = false } = {}): Promise<BackupCounts> {
    const { folder } = this.#options;
    const unfinished = join(folder, `${name}${UNFINISHED}`);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    try {
      await this.#requireRoom();
      await this.#fill(unfinished);
      const files = await describeFiles(unfinished);
      await syncFolders(unfinished);
      await writeFileDurably(
        join(unfinished, BACKUP_MANIFEST),
        encodeBackup(files, { createdBy: this.#options.version, isScheduled }),
      );
      failPoint('backup.written');
      await rename(unfinished, join(folder, name));
      await syncPath(folder);
      return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
  }

  folderOf(name: string): string {
    return join(this.#options.folder, name);
  }

  /** Throws BackupUnusable. */
  manifest(name: string): Promise<BackupManifest> {
    return readManifest(this.folderOf(name));
  }

  async verify(name: string): Promise<void> {
    await verifyBackup(join(this.#options.folder, name));
  }

  async names(): Promise<readonly string[]> {
    return (await namesIn(this.#options.folder)).filter((name) => !name.endsWith(UNFINISHED));
  }

  async scheduled(): Promise<readonly ScheduledBackup[]> {
    const found: ScheduledBackup[] = [];
    for (const name of await this.names()) {
      // What cannot be read is not ours to judge, and stays.
      const manifest = await readManifest(join(this.#options.folder, name)).catch(() => undefined);
      if (manifest?.isScheduled) found.push({ name, createdAtMs: manifest.createdAtMs });
    }
    return found.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  async remove(name: string): Promise<void> {
    const { folder } = this.#options;
    const leaving = join(folder, `${name}${UNFINISHED}`);
    await rename(join(folder, name), leaving);
    await rm(leaving, { recursive: true, force: true });
  }

  async clear(): Promise<void> {
    const { folder } = this.#options;
    for (const name of await namesIn(folder)) {
      if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { recursive: true, force: true });
    }
  }

  async #fill(target: string): Promise<void> {
    const { dataDirectory, sealLog, copyStore, copyControl, bringNamed, namedFolders = [] } = this.#options;
    await sealLog();
    await copyStore(target);
    await copyControl(join(target, 'control.db'));
    await bringNamed?.();
    for (const name of namedFolders) await copyFolder(join(dataDirectory.path, name), join(target, name));
    await copyFile(join(dataDirectory.path, 'format.json'), join(target, 'format.json'));
    await syncPath(join(target, 'format.json'));
  }

  /** What is shared with the data directory takes no room; on another disk everything does. */
  async #requireRoom(): Promise<void> {
    const { folder, dataDirectory, spareBytes = SPARE_BYTES } = this.#options;
    const { bavail, bsize } = await statfs(folder);
    const isSameDisk = (await stat(folder)).dev === (await stat(dataDirectory.path)).dev;
    const copied = isSameDisk ? [] : ['log', 'checkpoints', 'store'].map((name) => join(dataDirectory.path, name));
    let needed = spareBytes + (await sizeOf(dataDirectory.controlDb));
    for (const path of copied) needed += await sizeOf(path);
    if (bavail * bsize >= needed) return;
    const [need, free] = [needed, bavail * bsize].map((bytes) => `${Math.ceil(bytes / MiB)} MiB`);
    throw new NoRoomForBackup(`The backup needs about ${need} in ${folder}, but only ${free} are free`);
  }
}

async function syncFolders(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const folders = new Set([root, ...entries.map((entry) => dirname(join(entry.parentPath, entry.name)))]);
  for (const folder of folders) await syncPath(folder);
}

/** Files that are removed meanwhile are not missed: the control plane does not speak of them any more. */
async function copyFolder(from: string, to: string): Promise<void> {
  for (const entry of await unlessAbsent(readdir(from, { withFileTypes: true }), [])) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, target);
    else if (entry.isFile()) await unlessAbsent(linkOrCopy(source, target), undefined);
  }
}

/** Of a file, or of everything in a folder; 0 for what is not there. */
async function sizeOf(path: string): Promise<number> {
  if (!(await exists(path))) return 0;
  const found = await stat(path);
  if (!found.isDirectory()) return found.size;
  let bytes = 0;
  for (const name of await namesIn(path)) bytes += await sizeOf(join(path, name));
  return bytes;
}

const namesIn = (folder: string): Promise<string[]> => unlessAbsent(readdir(folder), []);

const exists = (path: string): Promise<boolean> =>
  unlessAbsent(
    stat(path).then(() => true),
    false,
  );

async function unlessAbsent<T>(found: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    throw error;
  }
}
