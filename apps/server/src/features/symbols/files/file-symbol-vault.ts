import type { Dirent } from 'node:fs';
import { link, mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { makeFolder } from '../../../engines/files/make-folder.ts';
import type { PlannedStack } from '../resolve-stack.ts';
import { SymbolFault } from '../symbol-fault.ts';
import {
  type SymbolContent,
  type SymbolDraft,
  type SymbolDrafts,
  type SymbolVault,
  type UploadKind,
  VaultBusy,
  type VaultResult,
} from '../symbol-vault.ts';
import { contentBytes, workerHeapMb } from './content-limits.ts';
import { receiveContent } from './receive-content.ts';
import type { WorkContent } from './symbol-work.ts';
import { WorkAbandoned, WorkerLane } from './worker-lane.ts';

export interface FileSymbolVaultOptions {
  readonly folder: string;
  /** How long an answer is waited for. */
  readonly resolveMs?: number;
  /** How long a worker may look for it before it is ended. */
  readonly workMs?: number;
  /** For one upload, after it has been received. */
  readonly inspectMs?: number;
  readonly heapMb?: number;
  readonly idleMs?: number;
}

const indexedKinds = ['proguard', 'apple', 'elf'] as const;
const MAX_UPLOADS = 4;
const MAX_QUESTIONS = 100;
/** How long a file that made a worker end is not asked again. */
const shunMs = 5 * 60_000;
const MAX_SHUNNED = 1_000;

export interface KeptContent {
  readonly sha256: string;
  readonly modifiedAtMs: number;
  /** Whether it is known to be elsewhere too. */
  readonly isCopy: boolean;
}

interface DraftFile {
  readonly draft: SymbolDraft;
  readonly contentPath: string;
}

/** Symbol files in a folder, by the hash of their content; read in threads of their own. */
export class FileSymbolVault implements SymbolVault {
  readonly #folder: string;
  readonly #draftFolder: string;
  readonly #resolveMs: number;
  readonly #workMs: number;
  readonly #inspectMs: number;
  readonly #uploads: WorkerLane;
  readonly #queries: WorkerLane;
  readonly #shunnedUntil = new Map<string, number>();
  #receiving = 0;

  constructor(options: FileSymbolVaultOptions) {
    const { folder, resolveMs = 2_000, workMs = 20_000, inspectMs = 60_000 } = options;
    const { heapMb = workerHeapMb, idleMs = 60_000 } = options;
    this.#folder = folder;
    this.#draftFolder = join(folder, 'drafts');
    this.#resolveMs = resolveMs;
    this.#workMs = workMs;
    this.#inspectMs = inspectMs;
    this.#uploads = new WorkerLane({ name: 'symbol-uploads', heapMb, idleMs });
    this.#queries = new WorkerLane({ name: 'symbols', heapMb, idleMs });
  }

  /** What an upload left behind when the process ended is removed. */
  async clearDrafts(): Promise<void> {
    await rm(this.#draftFolder, { recursive: true, force: true });
  }

  async receive(body: AsyncIterable<Buffer>, kind: UploadKind): Promise<SymbolDrafts> {
    if (this.#receiving >= MAX_UPLOADS) throw new VaultBusy();
    this.#receiving += 1;
    const folder = join(this.#draftFolder, uuidv7());
    const discard = () => rm(folder, { recursive: true, force: true });
    try {
      for (const above of [this.#folder, this.#draftFolder]) await makeFolder(above, 0o700);
      await mkdir(folder, { mode: 0o700 });
      const files = await this.#draftsOf(body, kind, folder);
      return {
        drafts: files.map(({ draft }) => draft),
        keep: () => this.#keep(files),
        confirm: async () => undefined,
        discard,
      };
    } catch (error) {
      await discard();
      throw error;
    } finally {
      this.#receiving -= 1;
    }
  }

  async remove(sha256: string): Promise<void> {
    const { contentPath, copyPath, indexPath } = this.#pathsOf(sha256);
    await rm(contentPath, { force: true });
    await rm(copyPath, { force: true });
    for (const kind of indexedKinds) await rm(indexPath(kind), { force: true });
  }

  /** Where content stands, or would. */
  contentPathOf(sha256: string): string {
    return this.#pathsOf(sha256).contentPath;
  }

  async has(sha256: string): Promise<boolean> {
    return await isThere(this.contentPathOf(sha256));
  }

  async contents(): Promise<readonly KeptContent[]> {
    const kept: KeptContent[] = [];
    const entries = await readdirIfThere(this.#folder);
    const names = new Set(entries.map(({ name }) => name));
    for (const entry of entries) {
      const sha256 = /^([0-9a-f]{64})\.gz$/.exec(entry.name)?.[1];
      if (sha256 === undefined) continue;
      const { mtimeMs } = await stat(join(entry.parentPath, entry.name));
      kept.push({ sha256, modifiedAtMs: mtimeMs, isCopy: names.has(`${sha256}.copy`) });
    }
    return kept;
  }

  /** Notes that content is elsewhere too. */
  async noteCopy(sha256: string): Promise<void> {
    await writeFile(this.#pathsOf(sha256).copyPath, '', { mode: 0o600 });
  }

  /** Takes over a file that `write` has written as content of its own; false when it wrote none. */
  async adopt(sha256: string, write: (path: string) => Promise<boolean>): Promise<boolean> {
    const folder = join(this.#draftFolder, uuidv7());
    try {
      for (const above of [this.#folder, this.#draftFolder, folder]) await makeFolder(above, 0o700);
      const path = join(folder, 'content');
      if (!(await write(path))) return false;
      await makeFolder(dirname(this.contentPathOf(sha256)), 0o700);
      await linkIfNew(path, this.contentPathOf(sha256));
      await syncFolder(dirname(this.contentPathOf(sha256)));
      return true;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async resolve(stacks: readonly PlannedStack[], contents: readonly SymbolContent[]): Promise<VaultResult> {
    const shunned = contents.find(({ sha256 }) => (this.#shunnedUntil.get(sha256) ?? 0) > Date.now());
    if (shunned !== undefined) return { failure: 'A symbol file took too long or too much memory a moment ago.' };
    if (this.#queries.waiting >= MAX_QUESTIONS) return { failure: 'Too many reports are being looked at.' };
    const asked = contents.map(({ sha256, kind }) => {
      const { contentPath, indexPath } = this.#pathsOf(sha256);
      return { sha256, kind, contentPath, indexPath: indexPath(kind) };
    });
    const response = this.#look(stacks, asked);
    return await Promise.race([response, lateResponse(this.#resolveMs)]);
  }

  async #look(stacks: readonly PlannedStack[], contents: readonly WorkContent[]): Promise<VaultResult> {
    try {
      return { stacks: await this.#queries.run({ do: 'resolve', stacks, contents }, this.#workMs) };
    } catch (error) {
      if (!(error instanceof WorkAbandoned || error instanceof SymbolFault)) throw error;
      if (isHostile(error)) for (const { sha256 } of contents) this.#shun(sha256);
      return { failure: `The symbol files could not be read. ${error.message}` };
    }
  }

  #shun(sha256: string): void {
    if (this.#shunnedUntil.size >= MAX_SHUNNED) this.#shunnedUntil.clear();
    this.#shunnedUntil.set(sha256, Date.now() + shunMs);
  }

  async close(): Promise<void> {
    await Promise.all([this.#uploads.close(), this.#queries.close()]);
  }

  async #draftsOf(body: AsyncIterable<Buffer>, kind: UploadKind, folder: string): Promise<readonly DraftFile[]> {
    const contentPath = join(folder, 'body');
    const limits = { limitBytes: contentBytes[kind], isPacked: kind !== 'archive' };
    const received = await receiveContent(body, contentPath, limits);
    if (kind === 'archive') {
      const work = { do: 'unpack', archivePath: contentPath, folder } as const;
      const unpacked = await this.#judge(() => this.#uploads.run(work, this.#inspectMs));
      return await Promise.all(
        unpacked.map(async ({ path, contentPath: own, sha256, bytes, facts }) => ({
          draft: { sha256, bytes, storedBytes: (await stat(own)).size, path, ...facts },
          contentPath: own,
        })),
      );
    }
    const work = { do: 'inspect', contentPath, indexPath: `${contentPath}.${kind}.idx`, kind } as const;
    const facts = await this.#judge(() => this.#uploads.run(work, this.#inspectMs));
    return [{ draft: { ...received, storedBytes: (await stat(contentPath)).size, ...facts }, contentPath }];
  }

  /** A file that a worker cannot read within its bounds now would not be read later either. */
  async #judge<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (isHostile(error)) throw new SymbolFault('Processing needs too much memory or time.');
      throw error;
    }
  }

  /** Content that is there already is left alone; an index is moved first, since it means nothing without content. */
  async #keep(files: readonly DraftFile[]): Promise<readonly string[]> {
    const fresh: string[] = [];
    for (const { draft, contentPath } of files) {
      const kept = this.#pathsOf(draft.sha256);
      await makeFolder(dirname(kept.contentPath), 0o700);
      for (const kind of indexedKinds) await linkIfNew(`${contentPath}.${kind}.idx`, kept.indexPath(kind), 'ENOENT');
      if (await linkIfNew(contentPath, kept.contentPath)) fresh.push(draft.sha256);
      await syncFolder(dirname(kept.contentPath));
    }
    await syncFolder(this.#folder);
    return fresh;
  }

  #pathsOf(sha256: string): { contentPath: string; copyPath: string; indexPath: (kind: string) => string } {
    const base = join(this.#folder, sha256.slice(0, 2), sha256);
    return { contentPath: `${base}.gz`, copyPath: `${base}.copy`, indexPath: (kind) => `${base}.${kind}.idx` };
  }
}

const isHostile = (error: unknown): error is WorkAbandoned =>
  error instanceof WorkAbandoned && (error.why === 'time' || error.why === 'memory');

/** What is given up waiting for goes on, and what it has opened is there for the next query. */
async function lateResponse(afterMs: number): Promise<VaultResult> {
  await sleep(afterMs, undefined, { ref: false });
  return { failure: `The symbol files are still being read after ${afterMs} ms. Ask again.` };
}

/** False when something is in its place already, or for another reason that is expected. */
async function linkIfNew(from: string, to: string, expected?: 'ENOENT'): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === expected) return false;
    throw error;
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function readdirIfThere(path: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(path, { recursive: true, withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
