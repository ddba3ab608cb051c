import type { FileSymbolVault, KeptContent } from '../files/file-symbol-vault.ts';
import type { SymbolFileStore } from '../symbol-file-store.ts';
import { inParallel } from './in-parallel.ts';
import type { SharedContent } from './shared-content.ts';
import type { UnlistedContents } from './unlisted-contents.ts';

export interface SymbolSyncDeps {
  readonly files: Pick<SymbolFileStore, 'contentsInUse'>;
  readonly local: FileSymbolVault;
  readonly content: SharedContent;
  readonly unlisted: UnlistedContents;
  /** How old content is that nothing needs before it is removed: an upload may be about to list it. */
  readonly unusedMs?: number;
}

export interface SymbolSyncCounts {
  readonly shared: number;
  readonly removed: number;
}

const AT_ONCE = 4;
const ASKED_AT_ONCE = 500;
const UNUSED_MS = 24 * 3_600_000;

/**
 * Brings the disk of an edge and the shared storage together: shares what only this edge has, as after a move from one
 * machine, removes what an unfinished upload or removal of this edge has left in the storage, and copies that no symbol
 * file needs any more. Every edge may run it at any time. A wrong database cannot make it remove anything for good:
 * what is on this disk only stays, and so does what others have stored.
 */
export class SymbolSync {
  readonly #deps: SymbolSyncDeps;

  constructor(deps: SymbolSyncDeps) {
    this.#deps = deps;
  }

  async run(): Promise<SymbolSyncCounts> {
    const { local, content, unlisted, unusedMs = UNUSED_MS } = this.#deps;
    const unusedSinceMs = Date.now() - unusedMs;
    const [here, left] = [await local.contents(), await unlisted.notedBefore(unusedSinceMs)];
    const inUse = await this.#inUse([...here.map(({ sha256 }) => sha256), ...left]);
    const shared = new Set((await content.list()).map(({ sha256 }) => sha256));
    const missing = here.filter(({ sha256 }) => inUse.has(sha256) && !shared.has(sha256));
    await inParallel(missing, AT_ONCE, ({ sha256 }) => content.share(sha256));
    let removed = 0;
    for (const sha256 of left) {
      if (!inUse.has(sha256)) {
        await content.unshare(sha256);
        removed += 1;
      }
      await unlisted.forget(sha256);
    }
    const isUnused = ({ sha256, isCopy, modifiedAtMs }: KeptContent) =>
      isCopy && !inUse.has(sha256) && modifiedAtMs < unusedSinceMs;
    for (const { sha256 } of here.filter(isUnused)) await local.remove(sha256);
    return { shared: missing.length, removed };
  }

  /** Everything that reports could need is on this edge from then on. */
  async bringAll(): Promise<void> {
    const contents = await this.#deps.content.list();
    await inParallel(contents, AT_ONCE, ({ sha256 }) => this.#deps.content.bring(sha256));
  }

  async #inUse(contents: readonly string[]): Promise<ReadonlySet<string>> {
    const inUse = new Set<string>();
    const asked = [...new Set(contents)];
    for (let at = 0; at < asked.length; at += ASKED_AT_ONCE) {
      const found = await this.#deps.files.contentsInUse(asked.slice(at, at + ASKED_AT_ONCE));
      for (const sha256 of found) inUse.add(sha256);
    }
    return inUse;
  }
}
